/// The version of the tool.
package let toolVersion = "1.0.0-dev"
