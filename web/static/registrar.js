// Starts the registrar's page, which makes the slips of an assembly. It is saved to a disk and works
// there, so it has no server: all that it needs is in one file, and it sends nothing.

import { element, h, refill } from "./lib/dom.js";
import { language, loadMessages, pageLanguages, spoken, switchLanguage, t } from "./lib/i18n.js";
import { peopleView } from "./views/registrar/people.js";

const needs = /** @type {const} */ ({ messages: ["registrar", "slip"] });

await loadMessages("shell", ...needs.messages);
const languages = element("languages");
languages.setAttribute("aria-label", t("shell.language"));
refill(languages, pageLanguages().map(([code, name]) => h("button", {
  type: "button", class: "button button-quiet", ...spoken(code), "aria-pressed": String(code === language()),
  on: { click: () => switchLanguage(code) },
}, name)));
document.title = t("registrar.title");
refill(element("main"), peopleView());
