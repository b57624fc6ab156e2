// Making elements. Text only becomes text nodes, so nothing that a spec says is taken for HTML.

/** Returns a text with every character that isn't plainly visible as `\u{…}`, so that none turns the writing direction. */
function visible(text) {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    ["\n", "\u200c", "\u200d"].includes(character)
      ? character : `\\u{${character.codePointAt(0).toString(16).toUpperCase().padStart(2, "0")}}`);
}

/**
 * Makes an element. Members of `settings` that begin with "on" are listeners, `class` is the class, `text` a text that comes
 * first, and all others are attributes.
 */
function make(name, settings = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(settings)) {
    if (value === undefined || value === false) continue;
    if (key === "text") element.append(visible(value));
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : key === "id" || key === "class" ? value : visible(String(value)));
  }
  element.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
  return element;
}

/** Returns the pieces of a name, between which a line may break: at its humps. */
const breakable = (name) => name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=\.)/).flatMap((piece, index) =>
  index === 0 ? [piece] : [document.createElement("wbr"), piece]);

/** Returns the element of the page with an identifier. */
const find = (id) => document.getElementById(id);

const svgNamespace = "http://www.w3.org/2000/svg";

function makeShape(name, attributes) {
  const shape = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  return shape;
}

/** Returns a number with its noun. */
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Returns a list in words: "a, b and c". */
function inWords(items) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** Returns a text of which a name is the middle, cut to a length; the whole is a tooltip elsewhere. */
function shortened(text, length) {
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  const head = Math.ceil((length - 1) / 2);
  return characters.slice(0, head).join("") + "…" + characters.slice(characters.length - (length - 1 - head)).join("");
}
