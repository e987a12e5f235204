// How files are converted: the methods of the server and their options, as /api/conversion-methods lists them.
//
// keys: convert.method.* convert.level.* convert.unit convert.unit.* convert.up convert.up.* convert.shading
// keys: convert.shading.*

import { h } from "../../lib/dom.js";
import { choiceField, selectField, textField } from "../../lib/fields.js";
import { has, t } from "../../lib/i18n.js";

const PREFERRED = "custom-glb"; // stands first: one file is what the web and most people want
const MOST_ANGLE = 180;
const MOST_NAME = 200; // bytes of UTF-8

/**
 * The settings: {node, values(), summary(), check()}. values() gives the fields of the form that apply; check() answers whether
 * they can be sent, and shows what is wrong. changed() is told of every change.
 */
export function settings(listing, changed) {
  const methods = [...listing.methods].sort((a, b) => (b.name === PREFERRED) - (a.name === PREFERRED));
  const method = choiceField({ name: "method", legend: t("convert.method"), options: methods.map(methodChoice), onChange: rebuild });
  const place = h("div", { class: "options" });
  const node = h("form", { class: "panel settings", novalidate: true, on: { change, submit: (event) => event.preventDefault() } },
    h("h2", { id: "settings", tabindex: "-1" }, t("convert.settings")),
    h("p", { class: "hint" }, t("convert.settings.hint")),
    method.node, place);
  const kept = {}; // what was chosen, also of options that another method does not have
  let fields = [];

  function rebuild() {
    fields = fieldsOf(methods.find(({ name }) => name === method.value()), kept);
    place.replaceChildren(...fields.map((field) => field.node));
    hideIdle(fields);
  }

  function change() {
    for (const { name, value } of fields) kept[name] = value();
    hideIdle(fields);
    changed();
  }

  function values() {
    const list = fields.filter((field) => !field.node.hidden).map((field) => [field.name, field.value()]);
    return { method: method.value(), ...Object.fromEntries(list.filter(([, value]) => value !== "")) };
  }

  rebuild();
  return {
    node,
    values,
    summary: () => Object.entries(values()).filter(([name]) => name !== "name").map(([name, value]) => short(name, value)).join(" · "),
    check() {
      const wrong = fields.map((field) => ({ field, message: field.node.hidden ? "" : field.check() }));
      for (const { field, message } of wrong) field.showError(message);
      const first = wrong.find(({ message }) => message);
      first?.field.focusable.focus();
      return !first;
    },
  };
}

// What a setting is called where there is little room.
function short(name, value) {
  if (name === "angle") return t("convert.angle.short", { angle: Number(value) });
  return name === "unit" ? value : said(`convert.${name}.${value}`, value);
}

const said = (key, otherwise) => (has(key) ? t(key) : otherwise);

function methodChoice({ name, files, extensions, description, purpose }) {
  const needs = extensions.length > 0 ? t("convert.method.extensions", { list: extensions.join(", ") }) : t("convert.method.plain");
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

// The fields of the options that a method has, with what was chosen before.
function fieldsOf({ options, levels }, kept) {
  const make = (option) => {
    const { name, choices } = option;
    const value = kept[name] ?? option.default;
    if (name === "level") return choiceField({ name, legend: t("convert.level"), options: levels.map(levelChoice), value });
    if (choices) return select(option, choices.includes(value) ? value : option.default);
    return name === "angle" ? angleField(value) : nameField(value);
  };
  const known = options.filter(({ name, choices }) => choices || name === "angle" || name === "name");
  // The level comes first: what else there is to choose hangs on it.
  return known.sort((a, b) => (b.name === "level") - (a.name === "level")).map(make);
}

// Hides the options that do not apply: level positions has no normals, one shading is no choice, and an angle goes with creases.
function hideIdle(fields) {
  const field = (wanted) => fields.find(({ name }) => name === wanted);
  const shading = field("shading");
  if (shading) shading.node.hidden = field("level")?.value() === "positions" || shading.input.options.length < 2;
  const angle = field("angle");
  if (angle) angle.node.hidden = !shading || shading.node.hidden || shading.value() !== "crease";
}

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

function select({ name, choices, description }, value) {
  return selectField({
    name, label: said(`convert.${name}`, name), hint: said(`convert.${name}.hint`, description), value,
    options: choices.map((choice) => ({ value: choice, label: said(`convert.${name}.${choice}`, choice) })),
  });
}

function angleField(value) {
  return textField({
    name: "angle", label: t("convert.angle"), hint: t("convert.angle.hint"), missing: t("convert.angle.wrong"), value,
    type: "number", min: 0, max: MOST_ANGLE, step: "any", inputmode: "decimal",
    check: (text) => (Number(text) >= 0 && Number(text) <= MOST_ANGLE ? "" : t("convert.angle.wrong")),
  });
}

function nameField(value) {
  return textField({
    name: "name", label: t("convert.name"), hint: t("convert.name.hint"), value, autocomplete: "off",
    check: (text) => (new TextEncoder().encode(text).length <= MOST_NAME ? "" : t("convert.name.long", { limit: MOST_NAME })),
  });
}
