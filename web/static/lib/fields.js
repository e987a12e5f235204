// The fields of forms: each a label with a hint and an error beside it.
//
// types/page.d.ts says what a field is.

import { h, hiddenText, refill, uniqueId } from "./dom.js";
import { zoneName } from "./format.js";
import { t } from "./i18n.js";
import { differs, timeOf, wallTime } from "./zone.js";

/**
 * What describes a field.
 * @template {string} Name
 * @typedef {{ name: Name, label: string, hint?: Child, missing?: string, aliases?: string[],
 *   secret?: boolean, check?: (value: string) => string }} Description
 */

/**
 * One of several things to choose from.
 * @typedef {{ value: string, label: string, hint?: Child, lang?: string }} Option
 */

/** The frame that all fields have in common, around a control that is made by make(attributes).
 *  @type {<Name extends string, Input extends HTMLInputElement | HTMLTextAreaElement |
 *   HTMLSelectElement>(description: Description<Name>, make: (common: Attributes<Input>) =>
 *   Input) => InputField<Name, Input>} */
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
    focusable: input,
    node: h("div", { class: "field" }, h("label", { for: id }, label, optional), hintLine, error, input),
    value: () => input.value.trim(),
    set(value) { input.value = value ?? ""; },
    setHint(...content) {
      refill(hintLine, ...content);
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
 * A line of text. `missing` is the message for an empty field; without it the field is optional.
 * check(value) returns a message if something is wrong, or "". Other members are attributes of the
 * <input>.
 * @type {<Name extends string>(description: Description<Name> & Attributes<HTMLInputElement>) =>
 *   InputField<Name>}
 */
export function textField({ name, label, hint, missing, aliases, secret, check, value, ...attributes }) {
  return field({ name, label, hint, missing, aliases, secret, check }, (common) =>
    h("input", { type: "text", ...attributes, value, ...common, class: "input" }));
}

/** Several lines of text.
 *  @type {<Name extends string>(description: Description<Name> & Attributes<HTMLTextAreaElement> &
 *   { value?: string }) => InputField<Name, HTMLTextAreaElement>} */
export function areaField({ name, label, hint, missing, aliases, check, value, ...attributes }) {
  return field({ name, label, hint, missing, aliases, check }, (common) =>
    h("textarea", { rows: "4", ...attributes, ...common, class: "input" }, value));
}

/** One of many, as a list that opens.
 *  @type {<Name extends string>(description: Description<Name> & { options: Option[],
 *   value?: string, onChange?: (value: string) => void }) => InputField<Name,
 *   HTMLSelectElement>} */
export function selectField({ name, label, hint, options, value, aliases, onChange = () => {} }) {
  return field({ name, label, hint, missing: " ", aliases }, (common) =>
    h("select", { ...common, class: "input", on: { change: ({ currentTarget }) => onChange(currentTarget.value) } },
      options.map((option) => h("option", { value: option.value, lang: option.lang, selected: option.value === value },
        option.label))));
}

/** A day and a time by the organisation's clocks; its value is an ISO time in UTC, or "".
 *  @type {<Name extends string>(description: Description<Name> & { value?: string }) =>
 *   InputField<Name>} */
export function timeField({ value, hint, ...options }) {
  const zone = differs(Date.now()) && t("shell.zone", { zone: zoneName() });
  const made = textField({ ...options, hint: [hint, hint && zone && " ", zone], type: "datetime-local" });
  made.set = (time) => { made.input.value = time ? wallTime(time) : ""; };
  made.value = () => (made.input.value ? timeOf(made.input.value) : "");
  made.set(value);
  return made;
}

/** A password, with a button that shows it.
 *  @type {<Name extends string>(description: Description<Name> & Attributes<HTMLInputElement>) =>
 *   InputField<Name>} */
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
  return { ...made, value: () => input.value }; // a password may begin or end with spaces
}

/** One of a few. The first option is chosen at the beginning unless `value` names another.
 *  @type {<Name extends string>(description: { name: Name, legend: string, hint?: Child,
 *   options: Option[], value?: string, aliases?: string[], onChange?: (value: string) => void }) =>
 *   Field<Name, string> & { set(to: string): void }} */
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
    value: () => radios.find((r) => r.radio.checked)?.radio.value ?? "",
    set(to = "") {
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

/** Yes or no; its value is a boolean.
 *  @type {<Name extends string>(description: { name: Name, label: string, hint?: Child,
 *   value?: boolean, aliases?: string[] }) => Field<Name, boolean> & { input: HTMLInputElement,
 *   set(to: boolean | undefined): void }} */
export function checkField({ name, label, hint, value = false, aliases = [] }) {
  const id = uniqueId(name);
  const error = h("p", { id: `${id}-error`, class: "field-error", hidden: true });
  const input = h("input", { type: "checkbox", id, name, checked: value,
    "aria-describedby": `${id}-hint ${id}-error` });
  return {
    name,
    aliases,
    label,
    input,
    focusable: input,
    node: h("div", { class: "field check" }, input,
      h("div", {}, h("label", { for: id }, label), h("p", { id: `${id}-hint`, class: "hint", hidden: !hint }, hint),
        error)),
    value: () => input.checked,
    set(to) { input.checked = to === true; },
    check: () => "",
    showError(message) {
      error.textContent = message;
      error.hidden = !message;
    },
  };
}
