// Forms: fields (fields.js) with a summary of the errors above, one submission at a time, and a draft if asked for.

import { announce, h } from "./dom.js";
import { t } from "./i18n.js";
import { loadFaults, said } from "./said.js";
import { explain } from "./states.js";

/** Where an error goes that comes with a code and no field. */
const FIELD_OF_CODE = { email_taken: "email", identity_taken: "identityNumber", wrong_password: "currentPassword" };

/**
 * The form itself. send(values) does the work, with the values by field name, and rejects with an ApiError; while it
 * runs the button is off and says `busy`. What was typed stays in place whatever happens. `more` are nodes below the fields,
 * `actions` nodes beside the button. With a `draft`, a name, what is typed outlives a reload of the page until it is sent.
 */
export function form({ fields, submit, busy, send, more = [], actions = [], draft }) {
  const summary = h("div", { class: "notice notice-problem", tabindex: "-1", hidden: true });
  const wide = actions.length === 0;
  const button = h("button", { type: "submit", class: wide ? "button button-wide" : "button" }, submit);
  const node = h("form", { novalidate: true, on: { submit: onSubmit } },
    summary, fields.map((f) => f.node), more, wide ? button : h("p", { class: "actions" }, button, actions));
  const kept = draft && keepDraft(draft, fields, node);

  async function onSubmit(event) {
    event.preventDefault();
    if (button.disabled) return;
    const missing = fields.map((field) => ({ field, message: field.node.hidden ? "" : field.check() }))
      .filter(({ message }) => message);
    report(missing, []);
    if (missing.length > 0) return;
    button.disabled = true;
    button.textContent = busy;
    announce(busy);
    try {
      await send(Object.fromEntries(fields.map((field) => [field.name, field.value()])));
      kept?.drop();
    } catch (error) {
      if (error.fields?.length > 0) await loadFaults();
      report(...sortErrors(error));
    } finally {
      button.disabled = false;
      button.textContent = submit;
    }
  }

  // Splits an error of the API into those with a field of this form and the rest.
  function sortErrors(error) {
    const told = error.fields?.length > 0
      ? error.fields.map((fault) => ({ field: fault.field, message: said(fault) }))
      : [{ field: FIELD_OF_CODE[error.code], message: explain(error) }];
    const found = told.map(({ field: name, message }) => ({
      field: fields.find((field) => field.name === name || field.aliases.includes(name)), message,
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
      h("h2", { class: "notice-title" }, t("shell.form.problem")),
      h("ul", {}, otherErrors.map((message) => h("li", {}, message)), fieldErrors.map(summaryLine)));
    summary.focus();
  }

  return node;
}

function summaryLine({ field, message }) {
  const jump = (event) => {
    event.preventDefault(); // the fragment belongs to the router
    field.focusable.focus();
  };
  return h("li", {},
    t("shell.form.field", { label: field.label }), h("a", { href: `#${field.focusable.id}`, on: { click: jump } }, message));
}

// A draft lies in sessionStorage, like the session itself: it ends with the tab. Secret fields are left out.
function keepDraft(name, fields, node) {
  const key = `ostrakon.draft.${name}`;
  const open = fields.filter((field) => !field.secret);
  try {
    const saved = JSON.parse(sessionStorage.getItem(key)) ?? {};
    for (const field of open) if (field.name in saved) field.set(saved[field.name]);
  } catch {
    // Storage is refused, or holds what this page did not write: there is no draft.
  }
  const save = () => {
    try {
      sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(open.map((field) => [field.name, field.value()]))));
    } catch {
      // As above.
    }
  };
  node.addEventListener("input", save);
  node.addEventListener("change", save);
  return {
    drop() {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // As above.
      }
    },
  };
}
