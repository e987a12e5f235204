// Before the elections: what this is and the sign-in form, or a link for administrators.

import { post } from "../../lib/api.js";
import { announce, h, refill } from "../../lib/dom.js";
import { textField } from "../../lib/fields.js";
import { forgetDrafts, form } from "../../lib/form.js";
import { list } from "../../lib/format.js";
import { t, rich } from "../../lib/i18n.js";
import { lastEmail } from "../../lib/session.js";
import { signInForm } from "../../lib/signin.js";
import { notice } from "../../lib/states.js";
import { providers } from "./parts.js";
import { slipForm } from "./slip.js";
import { waitingTitles } from "./waiting.js";

/** What this is, and the forms to sign in with. Where there are slips, theirs is first.
 *  @type {(info: Api.Info, nominates?: boolean) => Promise<HTMLElement>} */
export async function welcomeView({ organisation, slips, links, contact, identity, provider }, nominates = false) {
  forgetDrafts(); // of a registration that was abandoned: somebody else may be here now
  const titles = waitingTitles();
  const byPassword = [
    signInForm(),
    identity.register && h("p", { class: "panel-foot" },
      rich("voter.register.offer", { link: h("a", { href: "#register" }, t("voter.register.link")) })),
  ];
  const signIn = !links ? byPassword : [
    linkPart(),
    h("details", { class: "fold", open: lastEmail() !== "" }, h("summary", {}, t("voter.link.password")), byPassword),
  ];
  return h("article", { class: "welcome" },
    h("div", {},
      h("h1", {}, organisation ? t("voter.welcome.of", { organisation }) : t("voter.welcome")),
      h("p", { class: "lead" }, t(nominates ? "voter.nominate.welcome" : "voter.welcome.lead")),
      boardLine(),
      contact && h("p", { class: "prose muted" }, t("voter.contact", { contact })),
      h("img", { class: "shard", src: "/shard.svg", alt: "", width: "320", height: "260" })),
    h("section", { class: "panel" },
      titles.length > 0 && notice("problem", h("p", {}, t("voter.cast.kept", { title: list(titles) }))),
      provider && (await providers()).providerForm(provider.name),
      h("h2", {}, slips && !nominates ? t("voter.slip") : t("shell.signIn")),
      slips
        ? [slipForm(), h("details", { class: "fold", open: lastEmail() !== "" },
          h("summary", {}, t("voter.slip.without")), signIn)]
        : signIn));
}

/** Asks for the link that signs in, to a mailbox on the roll.
 *  @type {() => Child[]} */
function linkPart() {
  const said = h("div", { class: "said" });
  return [
    h("h3", {}, t("voter.link")),
    h("p", {}, t("voter.link.lead")),
    form({
      fields: [textField({ name: "email", label: t("voter.link.email"), type: "email", autocomplete: "email",
        autocapitalize: "none", spellcheck: "false", missing: t("shell.email.missing") })],
      submit: t("voter.link.submit"),
      busy: t("voter.forgotten.busy"),
      send: async (values) => {
        await post("/api/auth/link", values);
        const words = t("voter.link.sent", { email: values.email });
        refill(said, notice("success", h("p", {}, words)));
        announce(words);
      },
    }),
    said,
  ];
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
