// The machine is generated from Banner.yaml. SwiftPM builds a target only if it also has a Swift file of its own.
