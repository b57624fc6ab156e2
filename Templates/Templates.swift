// The templates are embedded by the build; this file will give them names.
