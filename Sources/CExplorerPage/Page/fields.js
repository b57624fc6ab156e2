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
  const control = options
    ? make("select", settings, ...options.map((text) => make("option", { value: text, text })))
    : make("input", {
      ...settings, type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      title: describeType(type), placeholder: type.kind === "string" ? "text" : "",
    });
  const write = (next) => { control.value = next.kind === "string" ? next.content : textOfValue(next); };
  write(value);
  return {
    element: make("span", { class: "control" }, make("label", { for: id, text: label }), control), control, write,
    read: () => readValue(control.value, type),
  };
}
