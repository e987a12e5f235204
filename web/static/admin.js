// Starts the administrators' page.

import { ApiError } from "./lib/api.js";
import { h } from "./lib/dom.js";
import { t } from "./lib/i18n.js";
import { later } from "./lib/later.js";
import { setRoute } from "./lib/router.js";
import { current, isRole } from "./lib/session.js";
import { openPage, reloadInfo } from "./lib/shell.js";
import { notSetUpView, signInView } from "./lib/signin.js";
import { failure } from "./lib/states.js";
import { METHODS } from "./lib/tally/rules.js";
import { backupView } from "./views/admin/backup.js";
import { candidateView } from "./views/admin/candidates.js";
import { electionView } from "./views/admin/election.js";
import { editElectionView, newElectionView } from "./views/admin/election_form.js";
import { electionsView } from "./views/admin/elections.js";
import { invitationsView } from "./views/admin/invitations.js";
import { invitedView } from "./views/admin/invite.js";
import { keyView } from "./views/admin/key.js";
import { hideMachine, showMachine } from "./views/admin/machine.js";
import { motionView } from "./views/admin/motion.js";
import { peopleView } from "./views/admin/people.js";
import { editPersonView, personView } from "./views/admin/person.js";
import { newPurposesView, purposesView } from "./views/admin/purposes.js";
import { questionView } from "./views/admin/question.js";
import { questionFormView } from "./views/admin/question_form.js";
import { rehearsalView } from "./views/admin/rehearsal.js";
import { resultsView } from "./views/admin/results.js";
import { rollView } from "./views/admin/roll.js";
import { entryView, newEntryView } from "./views/admin/roll_person.js";
import { settingsView } from "./views/admin/settings.js";
import { setupView } from "./views/admin/setup.js";
import { votersView } from "./views/admin/voters.js";

const SETUP = /^setup=(.+)$/;
const INVITED = /^invited=([a-z2-7]{26})$/;
const METHOD = Object.keys(METHODS).join("|");

/** @typedef {(signal: AbortSignal, info: Api.Info, ...groups: string[]) =>
 *   ReturnType<View>} AdminView */

/** A view that few need: it is loaded when somebody looks at it.
 *  @type {(load: () => Promise<AdminView>) => AdminView} */
const rare = (load) => async (...given) => (await later(load))(...given);

/**
 * What a route shows. A view gets the signal, what the server says about itself, and the groups of
 * the pattern.
 * @type {[pattern: RegExp, view: AdminView][]}
 */
const ROUTES = [
  [/^$/, electionsView],
  [/^elections\/new$/, newPurposesView],
  [new RegExp(`^elections/new/(${METHOD})$`), newElectionView],
  [/^motion$/, motionView],
  [/^hands$/, rare(async () => (await import("./views/admin/hands.js")).handsView)],
  [/^hands\/new$/, rare(async () => (await import("./views/admin/hands_form.js")).newHandsView)],
  [/^hands\/minutes\/(\d{4}-\d{2}-\d{2})$/,
    rare(async () => (await import("./views/admin/hands_minutes.js")).handsMinutesView)],
  [/^hands\/([a-z2-7]{26})$/, rare(async () => (await import("./views/admin/hands_form.js")).correctHandsView)],
  [/^elections\/([a-z2-7]{26})$/, electionView],
  [/^elections\/([a-z2-7]{26})\/edit$/, editElectionView],
  [/^elections\/([a-z2-7]{26})\/questions\/([a-z2-7]{26})$/, questionView],
  [/^elections\/([a-z2-7]{26})\/questions\/(new)$/, purposesView],
  [/^elections\/([a-z2-7]{26})\/questions\/([a-z2-7]{26})\/rule$/, purposesView],
  [/^elections\/([a-z2-7]{26})\/questions\/([a-z2-7]{26})\/edit$/, questionFormView],
  [new RegExp(`^elections/([a-z2-7]{26})/questions/([a-z2-7]{26}|new)/(${METHOD})$`), questionFormView],
  [/^elections\/([a-z2-7]{26})(?:\/questions\/([a-z2-7]{26}))?\/candidates\/([a-z2-7]{26}|new)$/, candidateView],
  [/^elections\/([a-z2-7]{26})\/results$/, resultsView],
  [/^elections\/([a-z2-7]{26})\/preview$/, rare(async () => (await import("./views/admin/preview.js")).previewView)],
  [/^elections\/([a-z2-7]{26})\/minutes$/, rare(async () => (await import("./views/admin/minutes.js")).minutesView)],
  [/^elections\/([a-z2-7]{26})\/rehearsal$/, rehearsalView],
  [/^elections\/([a-z2-7]{26})\/key$/, keyView],
  [/^elections\/([a-z2-7]{26})\/certificate$/,
    rare(async () => (await import("./views/admin/certificate.js")).certificateView)],
  [/^elections\/([a-z2-7]{26})\/witnesses$/,
    rare(async () => (await import("./views/admin/witnesses.js")).witnessesView)],
  [/^elections\/([a-z2-7]{26})\/voters(?:\/(voted|waiting))?(?:\?(.*))?$/, votersView],
  [/^elections\/([a-z2-7]{26})\/voters\/print(?:\/(voted|waiting))?$/,
    rare(async () => (await import("./views/admin/voters_sheet.js")).votersSheetView)],
  [/^elections\/([a-z2-7]{26})\/voters\/attendance$/,
    rare(async () => (await import("./views/admin/voters_sheet.js")).electionAttendanceView)],
  [/^elections\/([a-z2-7]{26})\/papers(?:\?(.*))?$/,
    rare(async () => (await import("./views/admin/paper.js")).papersView)],
  [/^elections\/([a-z2-7]{26})\/papers\/print$/,
    rare(async () => (await import("./views/admin/paper_print.js")).paperPrintView)],
  [/^elections\/([a-z2-7]{26})\/papers\/([12])(?:\/(\d{1,6}))?$/,
    rare(async () => (await import("./views/admin/paper_entry.js")).paperEntryView)],
  [/^elections\/([a-z2-7]{26})\/invitations$/, invitationsView],
  [/^elections\/([a-z2-7]{26})\/nominations$/,
    rare(async () => (await import("./views/admin/nominations.js")).nominationsView)],
  [/^mail(?:\/(waiting|sent|failed))?$/, rare(async () => (await import("./views/admin/mail.js")).mailView)],
  [/^people(?:\/(waiting|admins|suspended))?(?:\?(.*))?$/, peopleView],
  [/^people\/([a-z2-7]{26})$/, personView],
  [/^people\/([a-z2-7]{26})\/edit$/, editPersonView],
  [/^roll(?:\/(registered|waiting|none|unused|present))?(\/down)?(?:\?(.*))?$/, rollView],
  [/^roll\/attendance$/, rare(async () => (await import("./views/admin/attendance.js")).attendanceView)],
  [/^roll\/new$/, newEntryView],
  [/^roll\/import$/, rare(async () => (await import("./views/admin/roll_import.js")).importView)],
  [/^roll\/slips(?:\/([a-z2-7]{26}))?$/, rare(async () => (await import("./views/admin/roll_slips.js")).slipsView)],
  [/^roll\/([a-z2-7]{26})$/, entryView],
  [/^join$/, rare(async () => (await import("./views/admin/join.js")).joinView)],
  [/^backup$/, backupView],
  [/^models$/, rare(async () => (await import("./views/admin/models.js")).modelsView)],
  [/^settings$/, settingsView],
  [/^settings\/people$/, rare(async () => (await import("./views/admin/data_sheet.js")).dataSheetView)],
  [/^audit(?:\?(.*))?$/, rare(async () => (await import("./views/admin/audit.js")).auditView)],
];

/**
 * The view of a route. People who are not signed in see the sign-in form first, and then the route
 * that they came for.
 * @type {(path: string, info: Api.Info) => View}
 */
function viewOf(path, info) {
  if (isRole("ADMIN")) void showMachine();
  else hideMachine();
  const setup = SETUP.exec(path);
  if (setup) return () => setupView(info, setup[1], finishSetup);
  const invited = INVITED.exec(path);
  if (invited) return () => invitedView(info, invited[1]);
  if (!current() && info.setupRequired) return notSetUpView;
  if (!current()) return () => signInView(t("admin.signIn.lead"));
  if (!isRole("ADMIN")) return strangerView;
  for (const [pattern, view] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return (signal) => view(signal, info, ...found.slice(1).map((part) => part && decodeURIComponent(part)));
  }
  return () => failure(new ApiError({ status: 404, code: "not_found" }));
}

function strangerView() {
  return h("article", { class: "narrow" },
    h("h1", {}, t("admin.title")),
    h("p", { class: "lead" }, t("admin.stranger")),
    h("p", { class: "actions" }, h("a", { class: "button", href: "/" }, t("admin.stranger.vote"))));
}

async function finishSetup() {
  setRoute("");
  await reloadInfo();
}

openPage({
  messages: ["admin", "holder", "machine", "mail", "nominations", "paper", "roll", "settings", "steps"],
  viewOf,
  onSession: (reason) => { if (reason === "signed-out") setRoute(""); },
});
