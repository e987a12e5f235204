// The title and rules of an election that is new or a draft.

/** @import { Trail } from "./frame.js" */

import { codeOf, get, post, putOver } from "../../lib/api.js";
import { custodyOf } from "../../lib/custody.js";
import { h } from "../../lib/dom.js";
import { areaField, checkField, choiceField, textField, timeField } from "../../lib/fields.js";
import { form, valuesOf } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { go, notify } from "../../lib/router.js";
import { hasAnswers } from "../../lib/tally/rules.js";
import { electionTrail, hasRoll, page } from "./frame.js";
import { saving } from "./meanwhile.js";
import { questionFields } from "./question_form.js";
import { ruleLead, startingQuestion } from "./rules.js";
import { quorumField } from "./threshold.js";
import { translationFields } from "./translations.js";

const MOST_PROXIES = 20;
const ONE_DAY = 12 * 60 * 60 * 1000; // milliseconds in which votes are of one assembly
const MOST_PRINTED = 100_000; // papers
const LONGEST_KEPT = 3653; // days that the ballot box stays after the count
const SETTINGS = ["electorate", "autoOpen", "autoCount", "quorum", "maxProxies", "printedPapers", "timeZone"];

/** The form of a new election that is counted by a method: first what is decided, and folded the rest.
 *  @type {(signal: AbortSignal, info: Api.Info, method: string) => Promise<HTMLElement>} */
export async function newElectionView(signal, info, method) {
  const [people, before] = await Promise.all([rollSize(info, signal), voteBefore(signal)]);
  const { electorate = usualElectorate(info), maxProxies = 0 } = before?.settings ?? {};
  const start = startingQuestion(/** @type {Api.Method} */ (method));
  const motion = hasAnswers(start);
  const election = fieldsOf(info, people, undefined, { electorate, maxProxies });
  const question = questionFields({
    settings: { shuffleCandidates: true, electorate, maxProxies, keepBoxDays: 0, printedPapers: 0, autoOpen: false,
      autoCount: false },
    turnout: { ballots: 0, electorate: people, share: 0 },
  }, start, false);
  // The election has the title of its question. Its text is for a motion, its order for candidates.
  const needless = motion ? ["title", "description", "shuffleCandidates"] : ["title"];
  const more = election.basic.filter(({ name }) => !needless.includes(name));
  const asked = question.fields.filter(({ name }) => motion || name !== "text");
  return framed(info, t("admin.election.new"), [...electionTrail(), { label: t("paper.purpose"), to: "elections/new" }],
    h("div", {},
      h("p", { class: "muted" }, ruleLead(start)),
      form({
        fields: [...asked, ...more, ...election.folded.fields],
        layout: () => [
          question.main.filter((field) => asked.includes(field)).map(({ node }) => node),
          before && h("p", { class: "muted" }, t("paper.new.before", { title: before.title })),
          h("details", { class: "field" }, h("summary", {}, t("paper.new.more")),
            more.map(({ node }) => node), question.rest, election.folded.fields.map(({ node }) => node)),
        ],
        submit: t("admin.election.new.submit"),
        busy: t("admin.saving"),
        draft: "election",
        send: async ({ title, description, opensAt, closesAt, shuffleCandidates = true, ...values }) => {
          const { title: _, text, ...rule } = question.body();
          /** @type {(held: boolean) => Promise<Api.Election>} */
          const make = (held) => post("/api/admin/elections", {
            ...bodyOf({ title, description, opensAt, closesAt, shuffleCandidates,
              ...Object.fromEntries(Object.entries(values).filter(([name]) => SETTINGS.includes(name))) }),
            question: { method, ...rule, ...(motion && { text }) }, held,
          });
          const { id } = await make(before !== undefined && custodyOf(before).sheets === true).catch((error) => {
            if (codeOf(error) === "assembly_over") return make(false); // the draft says who has its key
            throw error;
          });
          notify("success", t(motion ? "admin.election.new.motion" : "admin.election.new.done"));
          go(`elections/${id}`);
        },
        actions: [cancel("elections/new")],
      })), t("admin.election.new.lead"));
}

/** The form of an election that is a draft.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function editElectionView(signal, info, id) {
  const read = async () => {
    const [election, people] = await Promise.all([get(`/api/admin/elections/${id}`, signal), rollSize(info, signal)]);
    const own = fieldsOf(info, people, election, election.settings);
    const texts = translationFields(info.language, own.texts, election.translations);
    return { election, etag: election.etag, own, texts, fields: [...own.fields, ...texts.fields] };
  };
  const made = await read();
  const { election, fields, own, texts } = made;
  return framed(info, t("admin.election.edit.title"), electionTrail(election), form({
    fields,
    layout: () => [own.layout(), texts.node],
    submit: t("admin.save"),
    busy: t("admin.saving"),
    send: saving(made, read, async (_, etag) => {
      const values = /** @type {Parameters<typeof bodyOf>[0]} */ (valuesOf(own.fields));
      await putOver(`/api/admin/elections/${id}`, { ...bodyOf(values), ...texts.body() }, etag);
      notify("success", t("admin.saved"));
      go(`elections/${id}`);
    }),
    actions: [cancel(`elections/${id}`)],
  }));
}

/** The vote that opened last, if that was in this assembly: the next one begins with what it had.
 *  @type {(signal: AbortSignal) => Promise<Api.Election | undefined>} */
async function voteBefore(signal) {
  const { items } = await get("/api/admin/elections?limit=20", signal);
  return items.find(({ activatedAt }) => activatedAt && Date.now() - Date.parse(activatedAt) < ONE_DAY);
}

/** @type {(info: Api.Info, signal: AbortSignal) => Promise<number>} */
async function rollSize(info, signal) {
  return hasRoll(info) ? (await get("/api/admin/roll?limit=1", signal)).entries : 0;
}

/** @type {(info: Api.Info, title: string, trail: Trail, content: Child, lead?: string) =>
 *   HTMLElement} */
const framed = (info, title, trail, content, lead) =>
  page({ info, section: "elections", trail, title, lead }, h("section", { class: "panel narrow" }, content));

// Where the electoral roll decides who has an account, it decides who votes.
/** @type {(info: Api.Info) => Api.ElectorateKind} */
const usualElectorate = (info) => (info.identity.policy === "roll" ? "roll" : "open");

/** @type {(to: string) => HTMLElement} */
const cancel = (to) => h("a", { class: "button button-quiet", href: `#${to}` }, t("shell.cancel"));

/**
 * The fields that most elections need, and folded those that few need. `people` is how many are on
 * the electoral roll, `settings` what is set at first.
 * @param {Api.Info} info
 * @param {number} people
 * @param {Api.Election | undefined} election
 * @param {Partial<Api.Election["settings"]>} settings
 */
function fieldsOf(info, people, election, settings) {
  const { shuffleCandidates = true, electorate = usualElectorate(info) } = settings;
  const opensAt = timeField({
    name: "opensAt", label: t("admin.election.opensAt"), hint: t("admin.election.opensAt.hint"),
    value: election?.opensAt,
  });
  const folded = foldedFields(people, opensAt, election, info, settings);
  const title = textField({
    name: "title", label: t("admin.election.title"), hint: t("admin.election.title.hint"), value: election?.title,
    missing: t("admin.election.title.missing"), maxlength: "200", autocomplete: "off",
  });
  const description = areaField({
    name: "description", label: t("admin.election.description"), hint: t("admin.election.description.hint"),
    value: election?.description,
  });
  const basic = [
    title,
    description,
    opensAt,
    timeField({
      name: "closesAt", label: t("admin.election.closesAt"), hint: t("admin.election.closesAt.hint"),
      value: election?.closesAt,
      check: (value) => (value && opensAt.value() && new Date(value) <= new Date(opensAt.value())
        ? t("admin.election.closesAt.early") : ""),
    }),
    checkField({
      name: "shuffleCandidates", label: t("admin.election.shuffle"), hint: t("admin.election.shuffle.hint"),
      value: shuffleCandidates,
    }),
    ...(hasRoll(info) ? [choiceField({
      name: "electorate", legend: t("admin.election.electorate"), value: electorate, onChange: folded.forElectorate,
      options: [
        { value: "open", label: t("admin.election.electorate.open"), hint: t("admin.election.electorate.open.hint") },
        { value: "roll", label: t("admin.election.electorate.roll"), hint: t("admin.election.electorate.roll.hint") },
        { value: "present", label: t("admin.election.electorate.present"), hint: t("steps.electorate.present.hint") },
      ],
    })] : []),
  ];
  folded.forElectorate(electorate);
  return {
    basic,
    folded,
    texts: [title, description],
    fields: [...basic, ...folded.fields],
    layout: () => [
      basic.map(({ node }) => node),
      h("details", { class: "field", open: folded.inUse }, h("summary", {}, t("paper.more")),
        folded.fields.map(({ node }) => node)),
    ],
  };
}

/**
 * The fields that few elections need. A quorum and proxies are for an electoral roll alone.
 * @param {number} people
 * @param {InputField} opensAt
 * @param {Api.Election | undefined} election
 * @param {Api.Info} info
 * @param {Partial<Api.Election["settings"]>} settings
 */
function foldedFields(people, opensAt, election, info, settings) {
  const { quorum, maxProxies = 0, keepBoxDays = 0, printedPapers = 0, autoOpen = false, autoCount = false } = settings;
  const opens = checkField({ name: "autoOpen", label: t("paper.autoOpen"), hint: t("paper.autoOpen.hint"),
    value: autoOpen });
  opens.check = () => (opens.value() && !opensAt.value() ? t("paper.autoOpen.missing") : "");
  const counts = checkField({ name: "autoCount", label: t("paper.autoCount"), hint: t("paper.autoCount.hint"),
    value: autoCount });
  const needs = quorumField({ people, value: quorum });
  const proxies = proxiesField(maxProxies);
  const printed = printedField(printedPapers);
  const kept = election && custodyOf(election).sheets ? [keptField(keepBoxDays)] : [];
  const zoned = election && election.timeZone !== info.timeZone ? [textField({
    name: "timeZone", label: t("paper.zone"), hint: t("paper.zone.hint", { zone: info.timeZone }),
    value: election.timeZone,
    missing: t("admin.setup.zone.missing"), autocomplete: "off",
  })] : [];
  return {
    fields: [opens, counts, needs, proxies, printed, ...kept, ...zoned],
    inUse: autoOpen || autoCount || Boolean(quorum) || maxProxies > 0 || printedPapers > 0 || zoned.length > 0,
    /** @type {(electorate: string) => void} */
    forElectorate(electorate) {
      needs.node.hidden = proxies.node.hidden = printed.node.hidden = electorate === "open";
    },
  };
}

/** How many people one person may vote for besides themselves.
 *  @type {(value: number) => InputField<"maxProxies">} */
export const proxiesField = (value) => textField({
  name: "maxProxies", label: t("paper.proxies"), hint: t("paper.proxies.hint"), value: value ? String(value) : "",
  inputmode: "numeric", autocomplete: "off", maxlength: "2",
  check: (text) => (/^\d*$/.test(text) && Number(text) <= MOST_PROXIES ? ""
    : t("paper.proxies.wrong", { max: MOST_PROXIES })),
});

// How many papers are printed, to be handed out in the place of ballots online.
/** @type {(value: number) => InputField<"printedPapers">} */
const printedField = (value) => textField({
  name: "printedPapers", label: t("paper.urn.printed"), hint: t("paper.urn.printed.hint"),
  value: value ? String(value) : "", inputmode: "numeric", autocomplete: "off", maxlength: "6",
  check: (text) => (/^\d*$/.test(text) && Number(text) <= MOST_PRINTED ? ""
    : t("paper.proxies.wrong", { max: MOST_PRINTED })),
});

// How many days the ballot box stays after the count, where people hold the keys.
/** @type {(value: number) => InputField<"keepBoxDays">} */
const keptField = (value) => textField({
  name: "keepBoxDays", label: t("paper.kept"), hint: t("paper.kept.hint"), value: String(value),
  inputmode: "numeric", autocomplete: "off", maxlength: "4",
  check: (text) => (/^\d+$/.test(text) && Number(text) <= LONGEST_KEPT ? ""
    : t("paper.proxies.wrong", { max: LONGEST_KEPT })),
});

/** @type {(values: Record<string, unknown>) => object} */
function bodyOf({ title, description, opensAt, closesAt, timeZone, keepBoxDays, ...settings }) {
  const { electorate, quorum, maxProxies, printedPapers } = settings;
  const ofRoll = electorate === "roll" || electorate === "present";
  return {
    title, description: description || null, opensAt: opensAt || null, closesAt: closesAt || null,
    ...(timeZone ? { timeZone } : {}),
    settings: { ...settings, quorum: ofRoll ? quorum : null, maxProxies: ofRoll ? Number(maxProxies) : 0,
      printedPapers: ofRoll ? Number(printedPapers) : 0,
      ...(keepBoxDays === undefined ? {} : { keepBoxDays: Number(keepBoxDays) }) },
  };
}
