// How files are converted: the methods of the server and their options, from
// /api/conversion-methods.
//
// keys: convert.method.* convert.level.* convert.unit convert.unit.* convert.up convert.up.* convert.shading
// keys: convert.shading.* convert.normals convert.normals.* convert.angle convert.angle.* convert.name convert.name.*

/** @import { Option } from "../../lib/fields.js" */
/** @typedef {{ node: HTMLElement, values(): Chosen, set(values: Chosen): void,
 *   check(): boolean }} Settings */

import { h } from "../../lib/dom.js";
import { choiceField, selectField, textField } from "../../lib/fields.js";
import { has, t } from "../../lib/i18n.js";

const PREFERRED = "custom-glb"; // comes first: most people want one file
const OF_FILE = "file"; // no unit is sent: that of the file counts
// The page itself chooses these, or asks beside the report.
const ELSEWHERE = ["as", "report", "thumbnail", "plate", "facets"];

/**
 * @typedef {Record<string, string>} Chosen
 * @typedef {Field<string, string> & { input?: HTMLInputElement | HTMLSelectElement }} OptionField
 */

/**
 * The settings. values() returns the fields of the form that apply, and set() changes some; check()
 * shows what is wrong, and returns whether they can be sent. `first` is what is chosen at the
 * beginning. Calls changed() at every change.
 * @type {(listing: Api.ConversionMethods, first: Chosen, changed: () => void) => Settings}
 */
export function settings(listing, first, changed) {
  const methods = preferring(PREFERRED, listing.methods);
  const method = choiceField({ name: "method", legend: t("convert.method"), options: methods.map(methodChoice),
    value: first.method, onChange: rebuild });
  const place = h("div", { class: "options" });
  const node = h("div", { class: "settings", on: { change } }, method.node, place);
  /** @type {Chosen} */
  const kept = { ...first }; // what people chose, also for options of other methods
  /** @type {OptionField[]} */
  let fields = [];

  function rebuild() {
    fields = fieldsOf(methods.find(({ name }) => name === method.value()) ?? methods[0], kept);
    place.replaceChildren(...fields.map((field) => field.node));
    hideIdle(fields);
  }

  function change() {
    for (const { name, value } of fields) kept[name] = value();
    hideIdle(fields);
    changed();
  }

  /** @type {() => Chosen} */
  function values() {
    const list = fields.filter(({ name, node: { hidden }, value }) => !hidden &&
      value() !== (name === "unit" ? OF_FILE : ""));
    return { method: method.value(), ...Object.fromEntries(list.map((field) => [field.name, field.value()])) };
  }

  rebuild();
  return {
    node,
    values,
    set(values) {
      Object.assign(kept, values);
      method.set(values.method ?? method.value());
      changed();
    },
    check() {
      const wrong = fields.map((field) => ({ field, message: field.node.hidden ? "" : field.check() }));
      for (const { field, message } of wrong) field.showError(message);
      const first = wrong.find(({ message }) => message);
      first?.field.focusable.focus();
      return !first;
    },
  };
}

// The list with the entry of a name first.
/** @type {<Item extends { name: string }>(name: string, list: Item[]) => Item[]} */
const preferring = (name, list) =>
  [...list.filter((item) => item.name === name), ...list.filter((item) => item.name !== name)];

/** @type {(key: string, otherwise: string, params?: Record<string, number>) => string} */
const said = (key, otherwise, params) => (has(key) ? t(key, params) : otherwise);

/** @type {(method: Api.ConversionMethod) => Option} */
function methodChoice({ name, files, extensions, description, purpose }) {
  const needs = extensions.length > 0 ? t("convert.method.extensions", { list: extensions.join(", ") })
    : t("convert.method.plain");
  return {
    value: name,
    label: said(`convert.method.${name}`, name),
    hint: [
      h("span", { class: "choice-line" }, h("code", {}, name), ` · ${files.join(" + ")}`),
      h("span", { class: "choice-line" }, said(`convert.method.${name}.about`, `${description} ${purpose}`)),
      h("span", { class: "choice-line choice-small" }, needs),
    ],
  };
}

// The fields for a method's options, with earlier choices.
/** @type {(method: Api.ConversionMethod, kept: Chosen) => OptionField[]} */
function fieldsOf({ options, levels }, kept) {
  /** @type {(option: Api.ConversionOption) => OptionField} */
  const make = (option) => {
    const { name, choices } = option;
    const value = kept[name] ?? option.default;
    if (name === "level") return choiceField(
      { name, legend: t("convert.level"), options: levels.map(levelChoice), value });
    if (name === "unit") return select(option, kept.unit ?? OF_FILE);
    if (choices) return select(option, choices.includes(value) ? value : option.default);
    return option.max === undefined ? lineField(option, value) : numberField(option, value);
  };
  const known = options.filter(({ name }) => !ELSEWHERE.includes(name));
  // The level comes first and then the normals, since the other choices depend on them.
  return preferring("level", preferring("normals", known)).map(make);
}

// Hides the options that do not apply: only the level `compact` can leave out normals, a file
// without normals has no shading, one shading is no choice, and an angle belongs to creases.
/** @type {(fields: OptionField[]) => void} */
function hideIdle(fields) {
  /** @type {(wanted: string) => OptionField | undefined} */
  const field = (wanted) => fields.find(({ name }) => name === wanted);
  const level = field("level")?.value();
  const normals = field("normals");
  if (normals) normals.node.hidden = level !== "compact";
  const bare = level === "positions" || level === "compact" && normals?.value() === "none";
  const shading = field("shading");
  if (shading) shading.node.hidden = bare || shading.input instanceof HTMLSelectElement &&
    shading.input.options.length < 2;
  const angle = field("angle");
  if (angle) angle.node.hidden = !shading || shading.node.hidden || shading.value() !== "crease";
}

/** @type {(level: Api.ConversionLevel) => Option} */
function levelChoice({ name, description, extensions }) {
  const needs = extensions.length > 0 && t("convert.method.extensions", { list: extensions.join(", ") });
  return {
    value: name,
    label: said(`convert.level.${name}`, name),
    hint: [
      h("span", { class: "choice-line" }, said(`convert.level.${name}.about`, description)),
      needs && h("span", { class: "choice-line choice-small" }, needs),
    ],
  };
}

/** @type {(option: Api.ConversionOption, value: string) => OptionField} */
function select({ name, choices = [], description }, value) {
  const options = choices.map((choice) => ({ value: choice, label: said(`convert.${name}.${choice}`, choice) }));
  return selectField({
    name, label: said(`convert.${name}`, name), hint: said(`convert.${name}.hint`, description), value,
    options: name === "unit" ? [{ value: OF_FILE, label: t("convert.unit.file") }, ...options] : options,
  });
}

/** @type {(option: Api.ConversionOption, value: string) => OptionField} */
function numberField({ name, description, default: absent, limits = "", min = 0, max = 0 }, value) {
  const wrong = said(`convert.${name}.wrong`, limits, { min, max });
  return textField({
    name, label: said(`convert.${name}`, name), hint: said(`convert.${name}.hint`, description),
    missing: absent && wrong, value, type: "number", min, max, step: "any", inputmode: "decimal",
    check: (text) => (text === "" || Number(text) >= min && Number(text) <= max ? "" : wrong),
  });
}

/** @type {(option: Api.ConversionOption, value: string) => OptionField} */
function lineField({ name, description, limits = "", max_bytes: limit = Infinity }, value) {
  return textField({
    name, label: said(`convert.${name}`, name), hint: said(`convert.${name}.hint`, description), value,
    autocomplete: "off",
    check: (text) => (new TextEncoder().encode(text).length <= limit ? ""
      : said(`convert.${name}.long`, limits, { limit })),
  });
}
