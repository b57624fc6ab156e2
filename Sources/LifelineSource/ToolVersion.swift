/// The version of the tool.
package let toolVersion = "0.1.0"
