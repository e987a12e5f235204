// Nominations before an election: a member stands, accepts or declines, and proposes others. Each page has one thing to
// do. The page loads this module when somebody comes for it.
//
// keys: voter.nominate.state.*

import { ApiError, del, formOf, get, post, put, upload } from "../../lib/api.js";
import { confirm } from "../../lib/dialog.js";
import { announce, h } from "../../lib/dom.js";
import { areaField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { dateTime, list } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { removePhotoButton, shrink } from "../../lib/photo.js";
import { filePicker } from "../../lib/pick.js";
import { portrait } from "../../lib/portrait.js";
import { go, notify, refresh } from "../../lib/router.js";
import { empty, notice } from "../../lib/states.js";
import { backLink } from "./back.js";

const CALLS = "/api/user/nominations";
const LONG_SIDE = 1280; // pixels; the server keeps half of that

/** @typedef {{ call: Api.Call, question: Api.CallQuestion, name: string }} Asked */

/** What a member can be nominated for or, with the ids of an election and of a question, one step of it.
 *  @type {(signal: AbortSignal, electionId?: string, questionId?: string, proposes?: boolean) =>
 *   Promise<HTMLElement>} */
export async function nominateView(signal, electionId, questionId, proposes) {
  const { name, items } = await get(CALLS, signal);
  if (!electionId) return overview(name, items, signal);
  const call = items.find((one) => one.electionId === electionId);
  const question = call?.questions.find(({ id }) => id === questionId);
  if (!call || !question) throw new ApiError({ status: 404, code: "not_found" });
  const asked = { call, question, name };
  if (!call.open) return overview(name, [call], signal);
  return proposes ? proposeView(asked) : standView(asked, signal);
}

/** @type {(asked: Asked) => string} */
const routeOf = ({ call, question }) => `nominate/${call.electionId}/${question.id}`;

/** @type {(asked: Asked) => `/api/user/nominations/${string}/questions/${string}`} */
const pathOf = ({ call, question }) => `${CALLS}/${call.electionId}/questions/${question.id}`;

/** @type {(asked: Asked) => string} */
const titleOf = ({ call, question }) => question.title || call.title;

/** @type {(name: string, calls: Api.Call[], signal: AbortSignal) => HTMLElement} */
function overview(name, calls, signal) {
  return h("article", { class: "narrow" },
    backLink(),
    h("h1", {}, t("voter.nominate")),
    calls.length === 0 && empty(h("p", {}, t("voter.nominate.none"))),
    calls.map((call) => h("section", {},
      h("h2", {}, call.title),
      h("p", { class: "muted" }, call.open
        ? t("voter.nominate.until", { time: dateTime(call.until, call.timeZone) }) : t("voter.nominate.over")),
      call.questions.map((question) => questionPanel({ call, question, name }, signal)))));
}

/** @type {(asked: Asked, signal: AbortSignal) => HTMLElement} */
function questionPanel(asked, signal) {
  const { call, question } = asked;
  const { own, proposed, text, title, seats } = question;
  return h("section", { class: "panel" },
    title && title !== call.title && h("h3", {}, title),
    text && h("p", { class: "prose" }, text),
    h("p", { class: "muted" }, t("voter.question.seats", { n: seats })),
    proposed.length > 0 && h("p", {}, t("voter.nominate.proposed", { names: list(proposed) })),
    own && ownPart(asked, own, signal),
    call.open && h("p", { class: "actions" }, nextSteps(asked)));
}

/** @type {(asked: Asked, own: Api.OwnNomination, signal: AbortSignal) => Child[]} */
function ownPart({ name }, own, signal) {
  const { state, reason = "", proposedBy, affiliation, statement, photo, listed } = own;
  const names = list(proposedBy);
  const kind = state === "admitted" ? "success" : state === "refused" ? "problem" : "info";
  return [
    notice(kind,
      h("p", {}, listed ? t("voter.nominate.listed") : t(`voter.nominate.state.${state}`, { names, reason })),
      state === "admitted" && reason && h("p", {}, reason)),
    (statement || photo || affiliation) && h("div", { class: "candidate" },
      portrait({ name, photo }, signal),
      h("div", { class: "candidate-words" },
        h("p", {}, h("span", { class: "candidate-name" }, name),
          affiliation && h("span", { class: "candidate-affiliation" }, affiliation)),
        statement && h("p", { class: "prose" }, statement))),
  ];
}

/** @type {(asked: Asked) => Child[]} */
function nextSteps(asked) {
  const { own } = asked.question;
  const stands = own && ["accepted", "admitted", "refused"].includes(own.state);
  const label = stands ? "voter.nominate.change" : own?.state === "proposed" ? "voter.nominate.accept"
    : "voter.nominate.stand";
  return [
    !own?.listed && h("a", { class: stands ? "button button-quiet" : "button", href: `#${routeOf(asked)}` }, t(label)),
    own?.state === "proposed" && standDown(asked, "decline"),
    stands && standDown(asked, "withdraw"),
    h("a", { class: "button button-quiet", href: `#${routeOf(asked)}/propose` }, t("voter.nominate.propose")),
  ];
}

// keys: voter.nominate.decline* voter.nominate.withdraw*
/** @type {(asked: Asked, how: "decline" | "withdraw") => HTMLElement} */
function standDown(asked, how) {
  const click = async () => {
    const done = await confirm({
      title: t(`voter.nominate.${how}.title`, { title: titleOf(asked) }),
      body: t(`voter.nominate.${how}.lead`),
      yes: t(`voter.nominate.${how}`),
      doing: t("voter.nominate.busy"),
      danger: true,
      act: () => del(pathOf(asked)),
    });
    if (!done) return;
    announce(t(`voter.nominate.${how}.done`));
    refresh();
  };
  return h("button", { type: "button", class: "button button-quiet button-risky", on: { click } },
    t(`voter.nominate.${how}`));
}

/** The form of what a person says as they stand.
 *  @type {(asked: Asked, signal: AbortSignal) => HTMLElement} */
function standView(asked, signal) {
  const { own } = asked.question;
  const photo = photoField(asked, signal);
  return h("article", { class: "narrow" },
    h("h1", {}, t("voter.nominate.stand.title", { title: titleOf(asked) })),
    h("p", { class: "lead" }, t("voter.nominate.stand.lead", { name: asked.name })),
    h("section", { class: "panel" }, form({
      fields: [
        areaField({ name: "statement", label: t("voter.nominate.statement"), hint: t("voter.nominate.statement.hint"),
          value: own?.statement, rows: "8", maxlength: "2000" }),
        textField({ name: "affiliation", label: t("voter.nominate.affiliation"), value: own?.affiliation,
          hint: t("voter.nominate.affiliation.hint"), autocomplete: "off", maxlength: "120" }),
      ],
      more: [photo.node],
      draft: `nominate.${asked.question.id}`,
      submit: t(own?.state === "accepted" ? "voter.nominate.save" : "voter.nominate.stand"),
      busy: t("voter.nominate.busy"),
      send: async ({ statement, affiliation }) => {
        await put(pathOf(asked), { statement: statement || null, affiliation: affiliation || null });
        await photo.send();
        notify("success", t("voter.nominate.stood", { title: titleOf(asked) }));
        go("nominate");
      },
      actions: [h("a", { class: "button button-quiet", href: "#nominate" }, t("shell.cancel"))],
    })));
}

/** The photo, which goes with the form.
 *  @type {(asked: Asked, signal: AbortSignal) => { node: HTMLElement, send(): Promise<void> }} */
function photoField(asked, signal) {
  const { name, question: { own } } = asked;
  /** @type {Blob | null} */
  let chosen = null;
  let shown = "";
  const face = h("div", { class: "profile-photo" });
  const show = (/** @type {Api.Photo | undefined} */ photo) => face.replaceChildren(portrait({ name, photo }, signal));
  const picker = filePicker({
    label: t(own?.photo ? "voter.profile.photo.change" : "voter.profile.photo.choose"),
    accept: "image/jpeg,image/png,image/webp", content: face,
    onFiles: async ([file]) => {
      chosen = await shrink(file, LONG_SIDE);
      URL.revokeObjectURL(shown);
      shown = URL.createObjectURL(chosen);
      face.replaceChildren(h("span", { class: "portrait", "aria-hidden": "true" }, h("img", { src: shown, alt: "" })));
      picker.setLabel(t("voter.profile.photo.change"));
      announce(t("voter.nominate.photo.chosen"));
    },
  });
  signal.addEventListener("abort", () => URL.revokeObjectURL(shown));
  show(own?.photo);
  if (own?.photo) {
    const remove = removePhotoButton(`${pathOf(asked)}/photo`, () => {
      show(undefined);
      picker.setLabel(t("voter.profile.photo.choose"));
      remove.remove();
      picker.input.focus(); // the button that was pressed is gone
    });
    picker.append(remove);
  }
  return {
    node: h("fieldset", { class: "field" },
      h("legend", {}, t("voter.profile.photo"), h("span", { class: "optional" }, ` ${t("shell.optional")}`)),
      picker, h("p", { class: "hint" }, t("voter.profile.photo.hint"))),
    async send() {
      if (chosen) await upload(`${pathOf(asked)}/photo`, formOf(chosen, "photo"));
    },
  };
}

/** The form to propose somebody.
 *  @type {(asked: Asked) => HTMLElement} */
function proposeView(asked) {
  return h("article", { class: "narrow" },
    h("h1", {}, t("voter.nominate.propose.title", { title: titleOf(asked) })),
    h("p", { class: "lead" }, t("voter.nominate.propose.lead")),
    h("section", { class: "panel" }, form({
      fields: [textField({ name: "name", label: t("voter.nominate.propose.name"), autocomplete: "off",
        hint: t("voter.nominate.propose.hint"), missing: t("voter.nominate.propose.missing"), maxlength: "120" })],
      submit: t("voter.nominate.propose"),
      busy: t("voter.nominate.busy"),
      send: async ({ name }) => {
        await post(`${pathOf(asked)}/proposals`, { name });
        notify("success", t("voter.nominate.propose.done", { name }));
        go("nominate");
      },
      actions: [h("a", { class: "button button-quiet", href: "#nominate" }, t("shell.cancel"))],
    })));
}
