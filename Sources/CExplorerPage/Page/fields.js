// Controls for values.

let controlCount = 0;

/**
 * Makes a control for a value: a menu if the values can be listed, else a line of text.
 * @returns the control, its label, and functions that read and write it.
 */
function makeValueControl(label, type, value, onchange) {
  const id = `control-${controlCount += 1}`;
  const options = type.kind === "bool" ? ["true", "false"] : type.kind === "named" ? type.cases : undefined;
  const settings = { id, onchange, oninput: onchange };
  const isText = type.kind === "string";
  const control = options
    ? make("select", settings, ...options.map((text) => make("option", { value: text, text })))
    : make("input", {
      ...settings, type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      title: isText ? 'any text, or one in quotes with escapes such as "\\n"' : describeType(type), placeholder: isText ? "text" : "",
    });
  const write = (next) => { control.value = next.kind === "string" ? textOfField(next.content) : textOfValue(next); };
  const text = () => (isText ? contentOfField(control.value) : control.value);
  write(value);
  // What was pasted is shown, too.
  if (isText) control.addEventListener("change", () => { control.value = textOfField(text()); });
  return {
    element: make("span", { class: "control" }, make("label", { for: id, text: label }), control), control, write, text,
    read: () => readValue(text(), type),
  };
}

const quotedField = /^"((?:[^"\\]|\\.)*)"$/su;

/** Returns a text as a field shows it: in quotes, with escapes, if it has characters that nobody sees or looks like that. */
const textOfField = (content) =>
  (/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/u.test(content) || quotedField.test(content) ? quoted(content) : content);

/** Returns the text that a field shows. */
function contentOfField(shown) {
  const match = quotedField.exec(shown);
  return match ? unquoted(match[1]) : shown;
}
