// The fields of forms: each a label with a hint and an error beside it.
//
// A field is {name, aliases, label, node, focusable, secret, value(), set(value), setHint(...), check(), showError(message)}; its aliases are
// further names under which the API may speak of it, and a secret one is never kept in a draft.

import { h, hiddenText, uniqueId } from "./dom.js";
import { t } from "./i18n.js";

/** The frame that all fields have in common, around a control that is made by make(attributes). */
function field({ name, label, hint, missing, aliases = [], secret = false, check = () => "" }, make) {
  const id = uniqueId(name);
  const error = h("p", { id: `${id}-error`, class: "field-error", hidden: true });
  const hintLine = h("p", { id: `${id}-hint`, class: "hint", hidden: !hint }, hint);
  const input = make({ id, name, required: Boolean(missing), "aria-describedby": `${id}-hint ${id}-error` });
  const optional = missing ? null : h("span", { class: "optional" }, ` ${t("shell.optional")}`);
  return {
    name,
    aliases,
    label,
    secret,
    input,
    hintLine,
    focusable: input,
    node: h("div", { class: "field" }, h("label", { for: id }, label, optional), hintLine, error, input),
    value: () => input.value.trim(),
    set(value) { input.value = value ?? ""; },
    setHint(...content) { // text or nodes
      hintLine.replaceChildren(...content.filter(Boolean));
      hintLine.hidden = hintLine.childNodes.length === 0;
    },
    check() { return missing && this.value() === "" ? missing : check(this.value()); },
    showError(message) {
      error.textContent = message;
      error.hidden = !message;
      if (message) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    },
  };
}

/**
 * A line of text. `missing` is what to say when it is empty; without it the field is optional. check(value) may find
 * something wrong and answers what to say, or "". What else is given are attributes of the <input>.
 */
export function textField({ name, label, hint, missing, aliases, secret, check, value, ...attributes }) {
  return field({ name, label, hint, missing, aliases, secret, check }, (common) =>
    h("input", { type: "text", ...attributes, value, ...common, class: "input" }));
}

/** Several lines of text. */
export function areaField({ name, label, hint, missing, aliases, check, value, ...attributes }) {
  return field({ name, label, hint, missing, aliases, check }, (common) =>
    h("textarea", { rows: "4", ...attributes, ...common, class: "input" }, value));
}

/** One of many, as a list that opens: options are {value, label}. */
export function selectField({ name, label, hint, options, value, aliases, onChange = () => {} }) {
  return field({ name, label, hint, missing: " ", aliases }, (common) =>
    h("select", { ...common, class: "input", on: { change: ({ target }) => onChange(target.value) } },
      options.map((option) => h("option", { value: option.value, selected: option.value === value }, option.label))));
}

/** A day and a time; its value is an ISO time in UTC, or "". */
export function timeField({ value, ...options }) {
  const made = textField({ ...options, type: "datetime-local" });
  // The control speaks local time without a zone.
  const local = (time) => {
    const moment = new Date(time);
    return new Date(moment - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  };
  made.set = (time) => { made.input.value = time ? local(time) : ""; };
  made.value = () => (made.input.value ? new Date(made.input.value).toISOString() : "");
  made.set(value);
  return made;
}

/** A password that can be looked at while it is typed. */
export function passwordField(options) {
  const made = textField({ ...options, secret: true, type: "password", autocapitalize: "none", spellcheck: "false" });
  const { input } = made;
  const word = h("span", {}, t("shell.password.show"));
  const click = () => {
    const show = input.type === "password";
    input.type = show ? "text" : "password";
    word.textContent = show ? t("shell.password.hide") : t("shell.password.show");
  };
  const toggle = h("button", { type: "button", class: "reveal", "aria-controls": input.id, on: { click } },
    word, hiddenText(` ${options.label.toLowerCase()}`));
  const row = h("div", { class: "input-row" });
  input.replaceWith(row);
  row.append(input, toggle);
  return { ...made, value: () => input.value }; // spaces belong to a password
}

/** A choice of a few: options are {value, label, hint}. The first is chosen to begin with unless `value` names another. */
export function choiceField({ name, legend, hint, options, value, aliases = [], onChange = () => {} }) {
  const chosen = value ?? options[0].value;
  const error = h("p", { class: "field-error", id: uniqueId(name), hidden: true });
  const radios = options.map((option) => {
    const id = uniqueId(name);
    const radio = h("input", {
      type: "radio", id, name, value: option.value, checked: option.value === chosen,
      "aria-describedby": option.hint && `${id}-hint`, on: { change: () => onChange(option.value) },
    });
    return {
      radio,
      node: h("div", { class: "choice" }, radio, h("label", { for: id }, option.label,
        option.hint && h("span", { class: "choice-hint", id: `${id}-hint` }, option.hint))),
    };
  });
  return {
    name,
    aliases,
    label: legend,
    focusable: radios[0].radio,
    node: h("fieldset", { class: "field", "aria-describedby": error.id },
      h("legend", {}, legend), hint && h("p", { class: "hint" }, hint), error,
      h("div", { class: "choices" }, radios.map((r) => r.node))),
    value: () => radios.find((r) => r.radio.checked).radio.value,
    set(to) {
      for (const { radio } of radios) radio.checked = radio.value === to;
      onChange(to);
    },
    check: () => "",
    showError(message) {
      error.textContent = message;
      error.hidden = !message;
    },
  };
}

/** Yes or no; its value is a boolean. */
export function checkField({ name, label, hint, value = false, aliases = [] }) {
  const id = uniqueId(name);
  const error = h("p", { id: `${id}-error`, class: "field-error", hidden: true });
  const input = h("input", { type: "checkbox", id, name, checked: value, "aria-describedby": `${id}-hint ${id}-error` });
  return {
    name,
    aliases,
    label,
    input,
    focusable: input,
    node: h("div", { class: "field check" }, input,
      h("div", {}, h("label", { for: id }, label), h("p", { id: `${id}-hint`, class: "hint", hidden: !hint }, hint), error)),
    value: () => input.checked,
    set(to) { input.checked = to === true; },
    check: () => "",
    showError(message) {
      error.textContent = message;
      error.hidden = !message;
    },
  };
}
