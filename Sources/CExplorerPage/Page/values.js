"use strict";

// Values have a kind and a content. Whole numbers and lengths of time (in milliseconds) have 64 bits, so their content is
// a BigInt. Texts are equal if they look equal, as in Swift: if their composed forms are.

const leastNumber = -(2n ** 63n);
const greatestNumber = 2n ** 63n - 1n;

const makeValue = (kind, content) => Object.freeze({ kind, content });

/** Reads a value of the page's JSON. */
function decodeValue([kind, content]) {
  if (kind === "int" || kind === "duration") return makeValue(kind, BigInt(content));
  if (kind === "double") return makeValue(kind, decodeDouble(content));
  return makeValue(kind, content);
}

function decodeDouble(text) {
  if (text === "inf") return Infinity;
  if (text === "-inf") return -Infinity;
  return Number(text);
}

const isTrue = (value) => value.kind === "bool" && value.content;

/** The integer or the milliseconds; undefined for values of other types. */
const numberOf = (value) => (value.kind === "int" || value.kind === "duration" ? value.content : undefined);

function areSame(left, right) {
  if (left.kind !== right.kind) return false;
  if (left.kind === "double" && Number.isNaN(left.content)) return Number.isNaN(right.content);
  if (left.kind === "string") return left.content.normalize() === right.content.normalize();
  return left.content === right.content;
}

const areAllSame = (left, right) =>
  left.length === right.length && left.every((value, index) => areSame(value, right[index]));

/** A text that tells a value from all others. */
const keyOfValue = (value) =>
  value.kind === "string" ? "string " + value.content.normalize() : `${value.kind} ${value.content}`;

// Texts

/** Returns a value as a spec writes it. */
function textOfValue(value) {
  switch (value.kind) {
    case "duration": return durationText(value.content);
    case "double": return decimalText(value.content);
    case "string": return quoted(value.content);
    default: return String(value.content);
  }
}

/** Returns a length of time in the largest unit of which it is a multiple. */
function durationText(milliseconds) {
  for (const [length, unit] of [[3600000n, "h"], [60000n, "min"], [1000n, "s"]]) {
    if (milliseconds !== 0n && milliseconds % length === 0n) return `${milliseconds / length}${unit}`;
  }
  return `${milliseconds}ms`;
}

/** Returns a number in decimal digits, without an exponent. */
function decimalText(number) {
  if (Number.isNaN(number)) return "nan";
  if (!Number.isFinite(number)) return number < 0 ? "-inf" : "inf";
  const sign = number < 0 || Object.is(number, -0) ? "-" : "";
  const [mantissa, exponent] = Math.abs(number).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  const whole = digits + "0".repeat(Math.max(0, point + 1 - digits.length));
  return `${sign}${whole.slice(0, point)}.${whole.slice(point)}`;
}

const escapes = new Map([["\"", "\\\""], ["\\", "\\\\"], ["\n", "\\n"], ["\t", "\\t"]]);

/** Returns a character as an escape of YAML. */
function escaped(character) {
  const digits = character.codePointAt(0).toString(16);
  return digits.length <= 4 ? "\\u" + digits.padStart(4, "0") : "\\U" + digits.padStart(8, "0");
}

/**
 * Returns a text in double quotes, with escapes for the characters that can't stand in them, and for those that nobody sees. The
 * joiners only choose the shapes of their neighbors.
 */
function quoted(text) {
  const content = Array.from(text, (character) =>
    escapes.get(character) ?? (/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/u.test(character) ? escaped(character) : character));
  return `"${content.join("")}"`;
}

// Reading what people type

const units = new Map([["ms", 1n], ["s", 1000n], ["min", 60000n], ["h", 3600000n]]);

/** Returns the value of a type that a text writes; undefined if it writes none. */
function readValue(text, type) {
  switch (type.kind) {
    case "bool": return text === "true" || text === "false" ? makeValue("bool", text === "true") : undefined;
    case "int": return /^[-+]?[0-9]+$/.test(text) ? whole("int", BigInt(text.replace("+", ""))) : undefined;
    case "duration": {
      const match = /^([0-9]+)(ms|s|min|h)$/.exec(text);
      if (!match) return undefined;
      const length = BigInt(match[1]) * units.get(match[2]);
      return length > 0n ? whole("duration", length) : undefined;
    }
    case "double": {
      const number = /^[-+]?[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : NaN;
      return Number.isFinite(number) ? makeValue("double", number) : undefined;
    }
    case "string": return makeValue("string", text);
    case "named": return type.cases.includes(text) ? makeValue("named", text) : undefined;
    default: {
      const isName = /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && text !== "_";
      return isName && (type.optional || text !== "nil") ? makeValue("opaque", text) : undefined;
    }
  }
}

function whole(kind, number) {
  return number >= leastNumber && number <= greatestNumber ? makeValue(kind, number) : undefined;
}

/** Returns what values of a type look like, for people. */
function describeType(type) {
  switch (type.kind) {
    case "bool": return "true or false";
    case "int": return "a whole number of 64 bits";
    case "duration": return "a time such as 5s, 250ms, 2min or 1h";
    case "double": return "a number such as 0.5";
    case "string": return "any text";
    case "named": return `one of ${type.cases.join(", ")}`;
    default: return `the name of a value of ${type.spelling}`;
  }
}
