// Signed links of the members' portal: how they are checked, and trying one.
//
// keys: settings.portal.algorithm.*

import { get, post, put } from "../../lib/api.js";
import { copyable } from "../../lib/copy.js";
import { announce, h, refill } from "../../lib/dom.js";
import { areaField, choiceField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { dateTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";

const PATH = "/api/admin/portal";
const plain = { autocomplete: "off", autocapitalize: "none", spellcheck: "false" };

/** The part of the settings.
 *  @type {(signal: AbortSignal) => Promise<HTMLElement>} */
export async function portalPanel(signal) {
  const now = await get(PATH, signal);
  return h("section", { class: "panel", "aria-labelledby": "portal" },
    h("h2", { id: "portal" }, t("settings.portal")),
    h("p", {}, t("settings.portal.lead")),
    now.algorithm === "HS256" && !now.hasSecret && notice("problem", h("p", {}, t("settings.portal.secret.gone"))),
    settings(now),
    h("p", {}, t("settings.portal.audience")),
    h("ul", {}, now.audiences.map((each) => h("li", {}, h("code", {}, each)))),
    test(signal));
}

/** @type {(now: Api.Portal) => Child} */
function settings(now) {
  const said = h("div", { class: "said" });
  const key = areaField({ name: "publicKey", label: t("settings.portal.key"), hint: t("settings.portal.key.hint"),
    value: now.publicKey, missing: t("settings.portal.key.missing"), rows: "4", ...plain });
  const show = (/** @type {string} */ algorithm) => { key.node.hidden = algorithm !== "EdDSA"; };
  const algorithm = choiceField({
    name: "algorithm", legend: t("settings.portal.algorithm"), value: now.algorithm, onChange: show,
    options: /** @type {const} */ (["none", "HS256", "EdDSA"]).map((value) => ({ value,
      label: t(`settings.portal.algorithm.${value}`),
      hint: value === "HS256" && t(now.hasSecret ? "settings.portal.secret.again" : "settings.portal.secret.hint") })),
  });
  show(now.algorithm);
  const node = form({
    fields: [algorithm, key],
    submit: t("settings.portal.save"),
    busy: t("settings.saving"),
    send: async (values) => {
      said.replaceChildren();
      const { secret } = await put(PATH, { algorithm: values.algorithm,
        ...values.algorithm === "EdDSA" && { publicKey: values.publicKey } });
      refill(said, notice("success", h("p", {}, t(secret ? "settings.portal.secret" : "settings.saved"))),
        secret && copyable(secret, t("settings.portal.secret.name")));
      announce(t(secret ? "settings.portal.secret" : "settings.saved"));
    },
  });
  return [node, said];
}

/** @type {(signal: AbortSignal) => Child} */
function test(signal) {
  const said = h("div", { class: "said" });
  const node = form({
    fields: [areaField({ name: "link", label: t("settings.portal.test"), hint: t("settings.portal.test.hint"),
      missing: t("settings.portal.test.missing"), rows: "3", ...plain })],
    submit: t("settings.portal.test.submit"),
    busy: t("settings.portal.testing"),
    quiet: true,
    send: async ({ link }) => {
      said.replaceChildren();
      const { fullName, expiresAt } = await post(`${PATH}/test`, { link }, signal);
      const works = t("settings.portal.works", { name: fullName, time: dateTime(expiresAt) });
      refill(said, notice("success", h("p", {}, works)));
      announce(works);
    },
  });
  return [node, said];
}
