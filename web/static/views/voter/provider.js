// Signing in with the provider of the organisation: the button, and what happens when it sends people back.

import { post, put } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { go, notify, route, setRoute } from "../../lib/router.js";
import { begin } from "../../lib/session.js";
import { explain, notice } from "../../lib/states.js";
import { tab } from "../../lib/storage.js";

const KEY = "ostrakon.provider"; // what this tab keeps while its reader is at the provider

/** A button that leads to the provider. With `binds`, who is signed in says there who they are.
 *  @type {(name: string, binds?: boolean) => HTMLElement} */
export const providerForm = (name, binds = false) => form({
  fields: [],
  submit: t("voter.provider", { name }),
  busy: t("shell.signIn.busy"),
  quiet: binds,
  send: async () => {
    const { address, flow } = await post("/api/auth/provider", { address: location.origin });
    tab.write(KEY, { flow, binds, to: route() });
    location.assign(address);
  },
});

/** What shows after the provider has sent a person back with a query.
 *  @type {(query: string, info: Api.Info) => Promise<HTMLElement | undefined>} */
export async function returnedView(query, { provider }) {
  const kept = tab.read(KEY);
  tab.drop(KEY);
  const given = new URLSearchParams(query);
  const name = provider?.name ?? "";
  if (!kept) return failed(name, t("voter.provider.lost"));
  if (!given.get("code")) return failed(name, t("voter.provider.denied", { name }), kept.binds);
  const body = { flow: kept.flow, state: given.get("state"), code: given.get("code") };
  try {
    if (kept.binds) {
      await put("/api/user/provider", body);
      notify("success", t("voter.provider.done", { name }));
      go("profile");
      return undefined;
    }
    const session = await post("/api/auth/provider/session", body);
    setRoute(kept.to);
    begin({ ...session, byKey: true });
    return undefined;
  } catch (error) {
    return failed(name, explain(error), kept.binds);
  }
}

/** @type {(name: string, why: string, binds?: boolean) => HTMLElement} */
const failed = (name, why, binds) => h("article", { class: "narrow" },
  h("h1", {}, t("voter.provider.failed")),
  notice("problem", h("p", {}, why)),
  h("section", { class: "panel" },
    name && providerForm(name, binds),
    h("p", { class: "panel-foot" }, h("a", { href: "#" }, t("voter.portal.other")))));
