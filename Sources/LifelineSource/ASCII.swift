// The classes of the bytes of ASCII. They are asked for each byte of a log, so that other modules inline them.

/// Returns whether a byte is one of `0` to `9`.
@inlinable package func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

/// Returns whether a byte is one of `A` to `Z`.
@inlinable package func isCapital(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

/// Returns whether a byte is one of `a` to `z`.
@inlinable package func isSmallLetter(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }

/// Returns whether a byte is one of `A` to `Z` or `a` to `z`.
@inlinable package func isLetter(_ byte: UInt8) -> Bool { isSmallLetter(byte | 0x20) }

/// Returns whether a byte is a hexadecimal digit.
@inlinable package func isHexadecimal(_ byte: UInt8) -> Bool {
  isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6
}

/// Returns whether a byte is a letter, a digit or `_`.
@inlinable package func isIdentifierByte(_ byte: UInt8) -> Bool {
  isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
}

/// Returns whether a byte is a space or a tab.
@inlinable package func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

/// Returns whether a byte is a line feed or a carriage return.
@inlinable package func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
