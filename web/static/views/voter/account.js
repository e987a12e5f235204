// Before the elections: what this is and the sign-in form, or a link for administrators.

import { h } from "../../lib/dom.js";
import { forgetDrafts } from "../../lib/form.js";
import { t, rich } from "../../lib/i18n.js";
import { lastEmail } from "../../lib/session.js";
import { signInForm } from "../../lib/signin.js";
import { slipForm } from "./slip.js";

/** What this is, and the forms to sign in with. Where there are slips, theirs is first.
 *  @type {(info: Api.Info) => HTMLElement} */
export function welcomeView({ organisation, slips, contact }) {
  forgetDrafts(); // of a registration that was abandoned: somebody else may be here now
  const signIn = [
    signInForm(),
    h("p", { class: "panel-foot" },
      rich("voter.register.offer", { link: h("a", { href: "#register" }, t("voter.register.link")) })),
  ];
  return h("article", { class: "welcome" },
    h("div", {},
      h("h1", {}, organisation ? t("voter.welcome.of", { organisation }) : t("voter.welcome")),
      h("p", { class: "lead" }, t("voter.welcome.lead")),
      boardLine(),
      contact && h("p", { class: "prose muted" }, t("voter.contact", { contact })),
      h("img", { class: "shard", src: "/shard.svg", alt: "", width: "320", height: "260" })),
    h("section", { class: "panel" },
      h("h2", {}, slips ? t("voter.slip") : t("shell.signIn")),
      slips
        ? [slipForm(), h("details", { class: "fold", open: lastEmail() !== "" },
          h("summary", {}, t("voter.slip.without")), signIn)]
        : signIn));
}

/** The way to the board, which is for everybody. */
export const boardLine = () => h("p", {}, h("a", { href: "/board" }, t("voter.board.all")));

/** What an administrator sees here: they do not vote, and have a page of their own. */
export function administratorView() {
  return h("article", { class: "narrow" },
    h("h1", {}, t("voter.administrator")),
    h("p", { class: "lead" }, t("voter.administrator.lead")),
    h("p", { class: "actions" }, h("a", { class: "button", href: "/admin" }, t("voter.administrator.link"))));
}
