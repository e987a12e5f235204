// The columns that a table of the electoral roll can have, and a sample of one.

import { save } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { choice, languageName } from "../../lib/format.js";
import { languages, t } from "../../lib/i18n.js";
import { cell, row, rows, table, title } from "./card_table.js";
import { FIELDS } from "./roll_fields.js";

const SAMPLE = `full_name,date_of_birth,member,email,language,street,postcode,city,weight,proxy_for
Ada Okafor,1984-03-17,M-0001,ada@example.org,en,1 Potters Row,RG1 4AB,Reading,1,M-0002; M-0003
Ben Lind,,M-0002,,fr,12 rue des Moulins,69001,Lyon,1,
Cleo Haddad,,M-0003,cleo@example.org,,,,,3,
`;

// keys: roll.columns.*
/** What a table can have. */
export function columnsSection() {
  const codes = languages().map(([code]) => code);
  const about = (/** @type {string} */ name) =>
    t(/** @type {MessageKey} */ (`roll.columns.${name}`), { codes: choice(codes) });
  const download = () => save("electoral-roll-sample.csv", SAMPLE, "text/csv");
  return h("section", {},
    h("h2", {}, t("roll.columns")),
    h("p", {}, t("roll.columns.lead", { languages: choice(codes.map(languageName)) })),
    table(t("roll.columns"), [t("roll.columns.column"), t("roll.columns.content")],
      rows(FIELDS.map(({ name, column }) => row([title(h("code", {}, column)), cell("", about(name))])))),
    h("p", {}, h("button", { type: "button", class: "plain", on: { click: download } }, t("roll.columns.sample"))));
}
