// The provider of the organisation, with which people sign in: its settings, and a test.
//
// keys: settings.provider.match.* settings.provider.warning.*

import { get, post, put } from "../../lib/api.js";
import { announce, h, refill } from "../../lib/dom.js";
import { passwordField, selectField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { notify, refresh } from "../../lib/router.js";
import { reloadInfo } from "../../lib/shell.js";
import { notice } from "../../lib/states.js";

const PATH = /** @type {const} */ ("/api/admin/provider");
const MATCHES = /** @type {const} */ (["member", "email", "subject"]);

/** The part of the settings.
 *  @type {(signal: AbortSignal) => Promise<HTMLElement>} */
export async function providerPanel(signal) {
  const query = /** @type {const} */ (`?address=${encodeURIComponent(location.origin)}`);
  const now = await get(`${PATH}${query}`, signal);
  return h("section", { class: "panel", "aria-labelledby": "provider" },
    h("h2", { id: "provider" }, t("settings.provider")),
    h("p", {}, t("settings.provider.lead")),
    h("p", { class: "hint" }, t("settings.provider.callback", { address: now.callback })),
    !now.safe && notice("info", h("p", {}, t("settings.provider.warning.callback"))),
    settings(now, query),
    now.issuer && test(query, signal));
}

/** @type {(now: Api.Provider, query: `?${string}`) => HTMLElement} */
function settings(now, query) {
  const plain = /** @type {const} */ ({ autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  const issuer = textField({ name: "issuer", label: t("settings.provider.issuer"),
    hint: t("settings.provider.issuer.hint"), value: now.issuer, inputmode: "url", ...plain });
  const claim = textField({ name: "claim", label: t("settings.provider.claim"), hint: t("settings.provider.claim.hint"),
    value: now.claim ?? "", ...plain });
  const weigh = (/** @type {string} */ match) => { claim.node.hidden = match !== "member"; };
  weigh(now.match);
  return form({
    fields: [
      issuer,
      textField({ name: "name", label: t("settings.provider.name"), value: now.name, autocomplete: "off",
        check: (value) => (issuer.value() && !value ? t("settings.provider.name.missing") : "") }),
      textField({ name: "clientId", label: t("settings.provider.client"), value: now.clientId, ...plain }),
      passwordField({ name: "secret", label: t("settings.provider.secret"), autocomplete: "new-password",
        hint: t(now.hasSecret ? "settings.provider.secret.kept" : "settings.provider.secret.hint") }),
      selectField({ name: "match", label: t("settings.provider.match"), value: now.match, onChange: weigh,
        options: MATCHES.map((value) => ({ value, label: t(`settings.provider.match.${value}`) })) }),
      claim,
    ],
    submit: t("settings.provider.save"),
    busy: t("settings.saving"),
    send: async ({ secret, ...rest }) => {
      await put(`${PATH}${query}`, { ...rest, ...(secret && { secret }) });
      await reloadInfo();
      notify("success", t("settings.saved"));
      refresh();
    },
  });
}

/** @type {(query: `?${string}`, signal: AbortSignal) => Child} */
function test(query, signal) {
  const said = h("div", { class: "said" });
  const node = form({
    fields: [],
    submit: t("settings.provider.test"),
    busy: t("settings.provider.testing"),
    quiet: true,
    send: async () => {
      said.replaceChildren();
      const { issuer, warnings } = await post(`${PATH}/test${query}`, {}, signal);
      const works = t("settings.provider.works", { issuer });
      refill(said, notice("success", h("p", {}, works)),
        warnings.map((each) => notice("info", h("p", {}, t(`settings.provider.warning.${each}`)))));
      announce(works);
    },
  });
  return [node, said];
}
