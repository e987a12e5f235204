// Before the elections: what this is and the sign-in form, or a link for administrators.

import { h } from "../../lib/dom.js";
import { t, rich } from "../../lib/i18n.js";
import { signInForm } from "../../lib/signin.js";
import { notice } from "../../lib/states.js";

/** What this is, and the form to sign in with.
 *  @type {(info: Api.Info) => HTMLElement} */
export function welcomeView({ organisation, setupRequired }) {
  return h("article", { class: "welcome" },
    h("div", {},
      h("h1", {}, organisation ? t("voter.welcome.of", { organisation }) : t("voter.welcome")),
      h("p", { class: "lead" }, t("voter.welcome.lead")),
      h("img", { class: "shard", src: "../../shard.svg", alt: "", width: "320", height: "260" })),
    h("section", { class: "panel" },
      h("h2", {}, t("shell.signIn")),
      setupRequired && notice("info", h("p", {}, t("voter.setup.required"))),
      signInForm(),
      h("p", { class: "panel-foot" },
        rich("voter.register.offer", { link: h("a", { href: "#register" }, t("voter.register.link")) }))));
}

/** What an administrator sees here: they do not vote, and have a page of their own. */
export function administratorView() {
  return h("article", { class: "narrow" },
    h("h1", {}, t("voter.administrator")),
    h("p", { class: "lead" }, t("voter.administrator.lead")),
    h("p", { class: "actions" }, h("a", { class: "button", href: "/admin" }, t("voter.administrator.link"))));
}
