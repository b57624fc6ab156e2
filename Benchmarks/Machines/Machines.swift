// Machines that are measured: this folder's specs, of which the build plugin makes Swift.
