// Forms: labelled fields with a hint and an error beside each, a summary of the errors above, one submission at a time.
//
// A field is {name, aliases, label, node, focusable, value(), check(), showError(message)}; its aliases are further
// names under which the API may speak of it.

import { announce, h, hiddenText, uniqueId } from "./dom.js";
import { explain } from "./states.js";

/** Where an error goes that comes with a code and no field. */
const FIELD_OF_CODE = { email_taken: "email", identity_taken: "identityNumber" };

/** A line of text. `missing` is what to say when it is empty; without it the field is optional. */
export function textField({ name, label, hint, missing, aliases = [], ...attributes }) {
  const id = uniqueId(name);
  const error = h("p", { id: `${id}-error`, class: "field-error", hidden: true });
  const input = h("input", {
    type: "text", ...attributes, id, name, class: "input", required: Boolean(missing),
    "aria-describedby": `${id}-hint ${id}-error`,
  });
  const hintLine = h("p", { id: `${id}-hint`, class: "hint", hidden: !hint }, hint);
  const optional = missing ? null : h("span", { class: "optional" }, " (optional)");
  return {
    name,
    aliases,
    label,
    input,
    focusable: input,
    node: h("div", { class: "field" },
      h("label", { for: id }, label, optional),
      hintLine,
      error,
      input),
    value: () => input.value.trim(),
    setHint(text) {
      hintLine.textContent = text;
      hintLine.hidden = !text;
    },
    check() { return missing && this.value() === "" ? missing : ""; },
    showError(message) {
      error.textContent = message;
      error.hidden = !message;
      if (message) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    },
  };
}

/** A password that can be looked at while it is typed. */
export function passwordField(options) {
  const field = textField({ ...options, type: "password", autocapitalize: "none", spellcheck: "false" });
  const { input } = field;
  let shown = false;
  const word = h("span", {}, "Show");
  const toggle = h("button", {
    type: "button", class: "reveal", "aria-controls": input.id,
    on: {
      click() {
        shown = !shown;
        input.type = shown ? "text" : "password";
        word.textContent = shown ? "Hide" : "Show";
      },
    },
  }, word, hiddenText(` ${options.label.toLowerCase()}`));
  const row = h("div", { class: "input-row" });
  input.replaceWith(row);
  row.append(input, toggle);
  return { ...field, value: () => input.value }; // spaces belong to a password
}

/** A choice of a few, the first of them chosen to begin with. onChange(value) is told of another choice. */
export function choiceField({ name, legend, options, onChange }) {
  const radios = options.map(({ value, label }, i) => {
    const id = uniqueId(name);
    const change = () => onChange(value);
    const radio = h("input", { type: "radio", id, name, value, checked: i === 0, on: { change } });
    return { radio, node: h("div", { class: "choice" }, radio, h("label", { for: id }, label)) };
  });
  return {
    name,
    aliases: [],
    label: legend,
    focusable: radios[0].radio,
    node: h("fieldset", { class: "field" },
      h("legend", {}, legend), h("div", { class: "choices" }, radios.map((r) => r.node))),
    value: () => radios.find((r) => r.radio.checked).radio.value,
    check: () => "",
    showError() {},
  };
}

/**
 * The form itself. send(values) does the work, with the values by field name, and rejects with an ApiError; while it
 * runs the button is off and says `busy`. What was typed stays in place whatever happens.
 */
export function form({ fields, submit, busy, send }) {
  const summary = h("div", { class: "notice notice-problem", tabindex: "-1", hidden: true });
  const button = h("button", { type: "submit", class: "button button-wide" }, submit);
  const node = h("form", { novalidate: true, on: { submit: onSubmit } }, summary, fields.map((f) => f.node), button);

  async function onSubmit(event) {
    event.preventDefault();
    if (button.disabled) return;
    const missing = fields.map((field) => ({ field, message: field.check() })).filter(({ message }) => message);
    report(missing, []);
    if (missing.length > 0) return;
    button.disabled = true;
    button.textContent = busy;
    announce(busy);
    try {
      await send(Object.fromEntries(fields.map((field) => [field.name, field.value()])));
    } catch (error) {
      report(...sortErrors(error));
    } finally {
      button.disabled = false;
      button.textContent = submit;
    }
  }

  // Splits an error of the API into those with a field of this form and the rest.
  function sortErrors(error) {
    const told = error.fields && error.fields.length > 0
      ? error.fields
      : [{ field: FIELD_OF_CODE[error.code], message: explain(error) }];
    const found = told.map(({ field: name, message }) => ({
      field: fields.find((field) => field.name === name || field.aliases.includes(name)),
      message: asSentence(message),
    }));
    const inOrder = fields.flatMap((field) => found.filter((error) => error.field === field));
    return [inOrder, found.filter(({ field }) => !field).map(({ message }) => message)];
  }

  function report(fieldErrors, otherErrors) {
    for (const field of fields) {
      const own = fieldErrors.find((error) => error.field === field);
      field.showError(own ? own.message : "");
    }
    summary.hidden = fieldErrors.length + otherErrors.length === 0;
    if (summary.hidden) return;
    summary.replaceChildren(
      h("h2", { class: "notice-title" }, "There is a problem"),
      h("ul", {}, otherErrors.map((message) => h("li", {}, message)), fieldErrors.map(summaryLine)));
    summary.focus();
  }

  return node;
}

// The API's messages go on from the name of their field; here each stands alone.
const asSentence = (message) => message.charAt(0).toLocaleUpperCase() + message.slice(1);

function summaryLine({ field, message }) {
  const jump = (event) => {
    event.preventDefault(); // the fragment belongs to the router
    field.focusable.focus();
  };
  return h("li", {},
    `${field.label}: `, h("a", { href: `#${field.focusable.id}`, on: { click: jump } }, message));
}
