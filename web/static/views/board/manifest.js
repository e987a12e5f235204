// The manifest in words: what the vote is about, the rules and the keys, as they were frozen when
// the election opened.
//
// keys: board.threshold.* board.people.*

/** @import { Board } from "./election.js" */
/** @typedef {[name: string, value: Child][]} Rows */

import { concat, hex } from "../../lib/bytes.js";
import { custodyOf } from "../../lib/custody.js";
import { h } from "../../lib/dom.js";
import { attendanceWords, bytes, dateTime, list, number } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { keyNumberOf, shortNumber } from "../../lib/keynumber.js";
import { frozenLists } from "../../lib/lists.js";
import { groupsOf, weightsOf } from "../../lib/manifest.js";
import { notice } from "../../lib/states.js";
import { save } from "../../lib/api.js";
import { sha256 } from "../../lib/sha256.js";
import { saysYesOrNo, traitsOf } from "../../lib/tally/rules.js";
import { listRows } from "../result/allocation.js";
import { kindsRow } from "../result/succession.js";
import { methodWords, nextRoundRow } from "../result/words.js";
import { assemblyKeys } from "./keys.js";

/** @type {(board: Board) => HTMLElement} */
export function manifestSection(board) {
  const { id, election, manifest, manifestText, publishedKey } = board;
  const hash = hex(sha256(concat("ostrakon/manifest/4\0", manifestText)));
  return h("div", {},
    h("p", {}, t("board.manifest.lead")),
    h("h3", {}, t("board.rules")),
    facts(rules(manifest, election)),
    manifest.questions.map((one) => question(one, groupsOf(manifest, one))),
    h("h3", {}, t("board.keys")),
    manifest.signingKey !== publishedKey && notice("problem", h("p", {}, t("board.key.other"))),
    h("p", {}, t("board.keys.lead")),
    facts(keys(manifest, hash), "hash"),
    h("h3", {}, t("board.custody")),
    h("p", {}, custodyWords(manifest)),
    keyNumberOf(manifest) && [
      h("p", {}, t("board.keyNumber", { number: shortNumber(keyNumberOf(manifest)) })),
      h("p", { class: "muted" }, t("board.keyNumber.lead", { number: manifest.number })),
      assemblyKeys(board),
    ],
    signers(manifest.holders.map(({ name, signingKey, publicKey }) => [
      custodyOf(manifest).serverKey ? t("board.custody.holder") : name,
      [[t("board.key.holder"), signingKey], [t("board.key.public"), folded(publicKey)]],
    ])),
    manifest.witnesses && [
      h("h3", {}, t("board.witnesses")),
      h("p", {}, t("board.witnesses.lead", { n: manifest.witnesses.needed })),
      signers(manifest.witnesses.keys.map(({ name, key }) => [name, [[t("board.key.witness"), key]]])),
    ],
    h("details", { class: "about" },
      h("summary", {}, t("board.manifest.json")),
      h("p", { class: "muted" }, t("board.manifest.pretty")),
      h("pre", { class: "json", tabindex: "0", "aria-label": t("board.manifest.json") },
        JSON.stringify(manifest, null, 2))),
    h("p", { class: "actions" }, h("button", {
      type: "button", class: "button button-quiet",
      on: { click: () => save(`ostrakon-${id}-manifest.json`, manifestText, "application/json") },
    }, t("board.manifest.save"))));
}

/** @type {(rows: Rows, style?: string) => HTMLElement} */
const facts = (rows, style) =>
  h("dl", { class: "facts facts-rows" }, rows.filter(([, value]) => value !== undefined).map(([name, value]) =>
  h("div", {}, h("dt", {}, name), h("dd", { class: style }, value))));

/** @type {(manifest: Api.Manifest, election: Api.BoardElection) => Rows} */
function rules(manifest, { attendance }) {
  const { shuffleCandidates, opensAt, closesAt, timeZone, quorum, electorate } = manifest;
  const part = quorum?.least.join("/") ?? "";
  const weights = weightsOf(manifest);
  return [
    [t("board.order"), shuffleCandidates ? t("board.order.shuffled") : t("board.order.fixed")],
    [t("board.opens"), opensAt ? dateTime(opensAt, timeZone) : t("board.opens.byHand")],
    [t("board.closes"), closesAt ? dateTime(closesAt, timeZone) : t("board.closes.byHand")],
    [t("board.timeZone"), timeZone],
    [t("board.electorate"), t(attendance?.present ? "board.electorate.present"
      : electorate ? "board.electorate.roll" : "board.electorate.open")],
    [t("board.electorate.size"), electorate && number(electorate.size)],
    [t("board.attendance"), attendance && attendanceWords(attendance) || undefined],
    [t("board.weights"), weights.some(({ weight }) => weight !== 1) ? h("ul", {}, weights.map(({ weight, people }) =>
      h("li", {}, t("board.weights.line", { n: people, weight })))) : undefined],
    [t("board.quorum"), quorum && h("ul", {},
      quorum.of !== "weights" && h("li", {}, t("board.quorum.least", { part })),
      quorum.of && h("li", {}, t("board.quorum.weights", { part })))],
  ];
}

// A question with its rules and its candidates; a motion has none.
/** @type {(question: Api.FrozenQuestion, groups: string[]) => Child} */
function question({
  title, text, method, seats, min, max, each, draw, last, threshold, peopleThreshold, keepThreshold, lists, quotas,
  evidence, options,
}, groups) {
  const part = (threshold?.more ?? threshold?.least ?? []).join("/");
  const { marks, answers } = traitsOf(method);
  const basis = saysYesOrNo({ method }) && threshold?.of === "decided" ? "motion" : threshold?.of ?? "decided";
  return [
    h("h3", {}, title),
    text && h("p", { class: "prose" }, text),
    facts([
      [t("board.device.groups"), groups.length > 0 ? list(groups) : undefined],
      [t("board.method"), methodWords({ method, seats })],
      kindsRow({ quotas }),
      ...listRows({ lists, max, each }),
      [t("board.marks"), answers || lists || marks === "stars" || marks === "yes_no" ? undefined
        : each ? t("board.marks.each", { min, n: max, each })
          : min === max ? t("board.marks.exactly", { n: max }) : t("board.marks.range", { min, n: max })],
      [t("board.threshold"), threshold && t(`board.threshold.${threshold.more ? "more" : "least"}.${basis}`, { part })],
      [t("board.people"), peopleThreshold && t(
        `board.people.${peopleThreshold.more ? "more" : "least"}.${peopleThreshold.of}`,
        { part: (peopleThreshold.more ?? peopleThreshold.least ?? []).join("/") })],
      [t("board.last"), last && t("board.last.is", { name: options[options.length - 1].name })],
      nextRoundRow({ method, threshold, keepThreshold }),
      [t("board.tie"), answers || lists ? undefined : t(draw ? "board.draw.yes" : "board.draw.no")],
      [t("board.evidence"), evidence === "stages" ? t("board.evidence.stages") : undefined],
    ]),
    lists ? frozenLists(lists, options).map(({ list, candidates }) =>
      h("ol", { class: "board-candidates" }, [list, ...candidates].map(candidate)))
      : !answers && h("ol", { class: "board-candidates" }, options.map(candidate)),
  ];
}

/** @type {(manifest: Api.Manifest, hash: string) => Rows} */
function keys(manifest, hash) {
  return [
    [t("board.key.signing"), manifest.signingKey],
    [t("board.key.manifest"), hash],
    [t("board.key.roll"), manifest.electorate?.rollHash],
    [t("board.key.suite"), manifest.suite],
    [t("board.key.sealed"), bytes(manifest.sealedSize)],
  ];
}

// Who opens the ballots.
/** @type {(manifest: Api.Manifest) => string} */
function custodyWords({ custody, threshold, holders }) {
  if (custodyOf({ custody }).serverKey) return t("board.custody.server");
  const of = holders.length;
  return threshold === of ? t("board.custody.all", { n: of }) : t("board.custody.some", { n: threshold, of });
}

// People and their keys.
/** @type {(list: [name: string, keys: Rows][]) => HTMLElement} */
const signers = (list) => h("ul", { class: "board-candidates" }, list.map(([name, rows]) =>
  h("li", { class: "board-candidate" }, h("p", { class: "candidate-name" }, name), facts(rows, "hash"))));

/** @type {(key: string) => HTMLElement} */
const folded = (key) => h("details", { class: "about" }, h("summary", {}, t("board.key.show")), key);

/** @type {(standing: Api.Standing) => HTMLElement} */
function candidate({ id, name, affiliation, kind, description, photoSha256, solidSha256 }) {
  return h("li", { class: "board-candidate" },
    h("p", { class: "candidate-name" }, name),
    affiliation && h("p", { class: "candidate-affiliation" }, affiliation),
    kind && h("p", { class: "candidate-affiliation" }, kind),
    description && h("p", { class: "prose" }, description),
    h("dl", { class: "facts facts-small" },
      h("dt", {}, t("board.candidate.id")), h("dd", { class: "hash" }, id),
      h("dt", {}, t("board.candidate.photo")), photoSha256
        ? h("dd", { class: "hash" }, photoSha256)
        : h("dd", {}, t("board.candidate.noPhoto")),
      solidSha256 && [h("dt", {}, t("board.candidate.solid")), h("dd", { class: "hash" }, solidSha256)]));
}
