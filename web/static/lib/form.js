// Forms: fields (fields.js) with a summary of the errors above them, one submission at a time, and
// a draft on request.

import { fieldErrors } from "./api.js";
import { whileBusy } from "./busy.js";
import { h } from "./dom.js";
import { locale, t } from "./i18n.js";
import { said } from "./said.js";
import { explain } from "./states.js";
import { tab } from "./storage.js";

/** @typedef {{ field: Field, message: string }} Wrong */

/**
 * Makes a form. send(values) does the work; while it runs, the button is off and says `busy`. If it
 * fails, everything stays in the fields. The fields stand below each other, unless layout() puts
 * them otherwise. `more` goes below them, `actions` beside the button. With a `draft`, which is its
 * name, what people type survives a reload of the page until it is sent. A form that is `risky` does
 * something for good; one that is `quiet` leaves the filled button to another on the page.
 * @type {<const Fields extends readonly Field[]>(options: { fields: Fields, submit: string,
 *   busy: string, send: (values: ValuesOf<Fields>) => Promise<unknown>, layout?: () => Child,
 *   more?: Child, actions?: Child[], draft?: string, risky?: boolean, quiet?: boolean }) => HTMLFormElement}
 */
export function form({
  fields, submit, busy, send, layout = () => fields.map(({ node }) => node), more = [], actions = [], draft,
  risky = false, quiet = false,
}) {
  const summary = h("div", { class: "notice notice-problem", tabindex: "-1", hidden: true });
  const wide = actions.length === 0;
  const button = h("button", {
    type: "submit",
    class: `button ${wide ? "button-wide" : ""} ${risky ? "button-danger" : ""} ${quiet ? "button-quiet" : ""}`,
  }, submit);
  const node = h("form", { novalidate: true, on: { submit: onSubmit } },
    summary, layout(), more, wide ? button : h("p", { class: "actions" }, button, actions));
  const kept = draft === undefined ? null : keepDraft(draft, fields, node);

  /** @type {(event: Event) => Promise<void>} */
  async function onSubmit(event) {
    event.preventDefault();
    if (button.disabled) return;
    const missing = fields.map((field) => ({ field, message: field.node.hidden ? "" : field.check() }))
      .filter(({ message }) => message);
    report(missing, []);
    if (missing.length > 0) return;
    try {
      await whileBusy(button, () => send(/** @type {ValuesOf<typeof fields>} */ (valuesOf(fields))), busy);
      kept?.drop();
    } catch (error) {
      report(...sortErrors(error));
    }
  }

  // Splits an error into messages for fields of this form and the rest.
  /** @type {(error: unknown) => [Wrong[], string[]]} */
  function sortErrors(error) {
    const faults = fieldErrors(error);
    const told = faults.length > 0
      ? faults.map((fault) => ({ field: fault.field, message: said(fault) }))
      : [{ field: "", message: explain(error) }];
    const found = told.map(({ field: name, message }) => ({
      field: fields.find((field) => field.name === name || field.aliases.includes(name)), message,
    }));
    const inOrder = fields.flatMap((field) => found.flatMap((one) => (one.field === field ? [{ ...one, field }] : [])));
    return [inOrder, found.filter(({ field }) => !field).map(({ message }) => message)];
  }

  /** @type {(wrong: Wrong[], otherErrors: string[]) => void} */
  function report(wrong, otherErrors) {
    for (const field of fields) {
      const own = wrong.find((one) => one.field === field);
      field.showError(own ? own.message : "");
      if (own) field.node.closest("details")?.setAttribute("open", "");
    }
    summary.hidden = wrong.length + otherErrors.length === 0;
    if (summary.hidden) return;
    summary.replaceChildren(
      h("h2", { class: "notice-title" }, t("shell.form.problem")),
      h("ul", {}, otherErrors.map((message) => h("li", {}, message)), wrong.map(summaryLine)));
    summary.focus();
  }

  return node;
}

/** The values of fields by their names.
 *  @type {(fields: readonly Field[]) => Record<string, unknown>} */
export const valuesOf = (fields) => Object.fromEntries(fields.map((field) => [field.name, field.value()]));

/** @type {(wrong: Wrong) => HTMLElement} */
function summaryLine({ field, message }) {
  /** @type {(event: Event) => void} */
  const jump = (event) => {
    event.preventDefault(); // the fragment belongs to the router
    field.focusable.focus();
  };
  const says = message.toLocaleLowerCase(locale()).includes(field.label.toLocaleLowerCase(locale()));
  return h("li", {},
    !says && t("shell.form.field", { label: field.label }),
    h("a", { href: `#${field.focusable.id}`, on: { click: jump } }, message));
}

const DRAFT = "ostrakon.draft.";

/** Forgets the drafts of all forms: somebody else may come to this device. */
export function forgetDrafts() {
  for (const key of tab.keys()) if (key.startsWith(DRAFT)) tab.drop(key);
}

// A draft ends with the tab, like the session. Secret fields are left out.
/** @type {(name: string, fields: readonly Field[], node: HTMLElement) => { drop(): void }} */
function keepDraft(name, fields, node) {
  const key = DRAFT + name;
  const open = fields.filter((field) => !field.secret);
  const saved = Object(tab.read(key));
  try {
    for (const field of open) if (field.name in saved) field.set?.(saved[field.name]);
  } catch {
    // The tab holds what this form did not write: there is no draft.
  }
  const save = () => { tab.write(key, valuesOf(open)); };
  node.addEventListener("input", save);
  node.addEventListener("change", save);
  return { drop: () => tab.drop(key) };
}
