// Two administrators edit one record: whoever saves second sees what the first has changed, and chooses field by field.
//
// keys: admin.meanwhile.changed*

import { ApiError } from "../../lib/api.js";
import { confirm, openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { choiceField } from "../../lib/fields.js";
import { form, valuesOf } from "../../lib/form.js";
import { dateTime, list, relative } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { notify, refresh } from "../../lib/router.js";

/**
 * The form of a record: the fields with what was read, and the version of that.
 * @template {readonly Field[]} Fields
 * @typedef {{ fields: Fields, etag: string | undefined }} Read
 */

/**
 * The send() of a form that changes a record. again() reads the record as it is now, and makes the fields of it that
 * the form has made of `read`. send() gets the version that it changes. Nothing that was typed is lost.
 * @type {<const Fields extends readonly Field[]>(read: Read<Fields>, again: () => Promise<Read<readonly Field[]>>,
 *   send: (values: ValuesOf<Fields>, etag: string | undefined) => Promise<unknown>) => () => Promise<void>}
 */
export function saving(read, again, send) {
  const { fields } = read;
  let before = textsOf(fields);
  return async () => {
    for (;;) {
      try {
        await send(/** @type {ValuesOf<typeof fields>} */ (valuesOf(fields)), read.etag);
        return;
      } catch (error) {
        const change = changeIn(error);
        const theirs = await again();
        if (!await settle(change, before, fields, theirs.fields)) throw error;
        read.etag = theirs.etag;
        before = textsOf(theirs.fields);
      }
    }
  };
}

/** confirm() before a change of a record as the page shows it. If somebody has changed it meanwhile, the page shows the
 *  change instead. `told` may put other words in the place of the notice.
 *  @type {(options: Parameters<typeof confirm>[0] & { act: () => Promise<unknown>,
 *   told?: (error: ApiError) => Promise<string> }) => Promise<boolean>} */
export async function confirmRead({ act, told, ...options }) {
  let changed = "";
  const done = await confirm({ ...options, act: async () => {
    try {
      await act();
    } catch (error) {
      const change = changeIn(error);
      changed = told ? await told(change) : changeWords(change);
    }
  } });
  if (!changed) return done;
  notify("info", changed);
  refresh();
  return false;
}

/** Makes a change of a record as the page shows it. If somebody has changed it meanwhile, the page shows that instead,
 *  and there is no answer.
 *  @type {<Answer>(act: () => Promise<Answer>) => Promise<Answer | undefined>} */
export async function changeRead(act) {
  try {
    return await act();
  } catch (error) {
    notify("info", changeWords(changeIn(error)));
    refresh();
  }
}

/** @type {(error: unknown) => ApiError} */
function changeIn(error) {
  if (error instanceof ApiError && error.code === "changed_meanwhile") return error;
  throw error;
}

/** "Anna changed the title 1 minute ago."
 *  @type {(error: ApiError, what?: string) => string} */
export function changeWords({ params: { name, who, at } }, what = t("admin.meanwhile.this")) {
  const key = name ? "admin.meanwhile.changed" : `admin.meanwhile.changed.${who === "self" ? "self" : "somebody"}`;
  const ago = at ? relative(Math.min(Date.parse(String(at)), Date.now())) : "";
  return t(/** @type {MessageKey} */ (key), { name: String(name), what, ago });
}

/** @type {(fields: readonly Field[]) => Map<string, string>} */
const textsOf = (fields) => new Map(fields.map((field) => [field.name, textOf(field)]));

/** @type {(field: Field) => string} */
const textOf = (field) => JSON.stringify(field.value());

/**
 * Asks what to keep of each field that they have changed to another value than it has here. What nobody has touched
 * here is theirs by itself. Resolves to whether all is settled.
 * @type {(error: ApiError, before: Map<string, string>, mine: readonly Field[], theirs: readonly Field[]) =>
 *   Promise<boolean>}
 */
async function settle(error, before, mine, theirs) {
  const both = mine.flatMap((field) => {
    const other = theirs.find(({ name }) => name === field.name);
    const was = before.get(field.name);
    return other && textOf(other) !== was && textOf(other) !== textOf(field)
      ? [{ field, other, touched: textOf(field) !== was }] : [];
  });
  if (both.length === 0) return true; // they have changed something else
  const choices = both.map(({ field, other, touched }) => {
    const made = choiceField({
      name: field.name, legend: field.label, value: touched ? "" : "theirs", options: [
        { value: "theirs", label: t("admin.meanwhile.theirs"), hint: shown(other) },
        { value: "mine", label: t("admin.meanwhile.mine"), hint: shown(field) },
      ],
    });
    made.check = () => (made.value() ? "" : t("admin.meanwhile.missing"));
    return made;
  });
  const agreed = await openDialog({
    title: changeWords(error, list(both.map(({ field }) => `“${field.label}”`))),
    content: (close) => [
      h("p", {}, t("admin.meanwhile.lead")),
      form({
        fields: choices, submit: t("admin.save"), busy: t("admin.saving"), send: async () => close(true),
        actions: [h("button", { type: "button", class: "button button-quiet", on: { click: () => close(false) } },
          t("admin.meanwhile.back"))],
      }),
    ],
  });
  if (!agreed) return false;
  both.forEach(({ field, other }, i) => { if (choices[i].value() === "theirs") take(field, other); });
  return true;
}

// A field that cannot be filled is replaced by theirs.
/** @type {(field: Field, other: Field) => void} */
function take(field, other) {
  if (field.set) {
    field.set(other.value());
    if ("input" in field) field.focusable.dispatchEvent(new Event("change", { bubbles: true }));
    return;
  }
  other.node.hidden = field.node.hidden;
  field.node.replaceWith(other.node);
  Object.assign(field, other);
}

/** The value of a field in words.
 *  @type {(field: Field) => string} */
function shown(field) {
  const example = field.node.querySelector(".example")?.textContent;
  const input = field.node.querySelector("input, select, textarea");
  const checked = field.node.querySelector("input:checked");
  const value = field.value();
  if (example) return example;
  if (input instanceof HTMLSelectElement) return input.selectedOptions[0]?.label ?? "";
  if (input instanceof HTMLInputElement && input.type === "checkbox") return t(value ? "admin.yes" : "admin.no");
  if (input instanceof HTMLInputElement && input.type === "radio")
    return checked?.nextElementSibling?.firstChild?.textContent ?? t("admin.meanwhile.empty");
  if (!value) return t("admin.meanwhile.empty");
  return input instanceof HTMLInputElement && input.type === "datetime-local" ? dateTime(String(value)) : String(value);
}
