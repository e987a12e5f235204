// The form of a manifest: exactly its members, and rules and keys that can be. Every verifier
// refuses the same manifests.

import { hasMembers, parseCanonical } from "./canonical.js";
import { unbase32, unbase64, unhex } from "./bytes.js";
import { custodyOf, SERVER_HOLDER } from "./custody.js";
import { isPublicKey } from "./crypto/ed25519.js";
import { isTime } from "./note.js";
import { isUnderRoot, NUMBERS } from "./keynumber.js";
import { isListsForm } from "./tally/listrules.js";
import { goodRules, hasAnswers, traitsOf } from "./tally/rules.js";
import { votesIn } from "./votes.js";

const SUITE = "MLKEM768X25519/HKDF-SHA256/ChaCha20Poly1305";
const PUBLIC_KEY = 1216; // bytes
const SEALED = 16 + 1 + 32 + 16; // bytes of a sealed ballot: salt, version, seed and tag of the cipher, and then
const SEALED_FOR_HOLDER = 1120 + 48; // for each holder, and one for each option
const MOST_HOLDERS = 9;
const MOST_WITNESSES = 9;
const LONGEST_NAME = 100; // characters, of a holder or a witness
const WITNESS = /^(?!ostrakon\/)[!-*,-~]{1,100}$/;
const MOST_QUESTIONS = 40;
const MOST_OPTIONS = 400;
const MOST_PEOPLE = 10_000_000;
const MOST_CLASSES = 1000;
const MOST_DECIMALS = 4; // of weights
const MOST_VOTES = 10_000_000_000; // of all people together
const MOST_GROUPS = 100;
const MOST_PAPERS = 100_000; // printed
const MOST_PARTS = 100;
const MOST_QUOTA = 100;
const LONGEST_KEPT = 3653; // days that sealed ballots stay: ten years
const MOTION = ["yes", "no", "abstain"];

const MEMBERS = [
  "version", "electionId", "title", "description", "timeZone", "opensAt", "closesAt", "shuffleCandidates", "questions",
  "suite",
  "custody", "threshold", "holders", "sealedSize", "signingKey",
];
const HOLDER = ["name", "publicKey", "signingKey"];
const NUMBERED = [...HOLDER, "root", "path"]; // keys that people hold, for one of the numbers
const QUESTION = ["id", "title", "text", "method", "seats", "min", "max", "draw", "evidence", "options"];
// What some questions have.
const OF_SOME = ["each", "last", "threshold", "peopleThreshold", "keepThreshold", "groups", "lists", "quotas",
  "translations"];
const TRANSLATED = ["title", "description", "text", "name", "affiliation"];
const OPTION = ["id", "name", "affiliation", "description", "photoSha256", "solidSha256"];

/** @type {(value: unknown) => value is string} */
const isText = (value) => typeof value === "string";

/** @type {(value: unknown, least: number, most: number) => boolean} */
// canonical, so whole
const isWithin = (value, least, most) => typeof value === "number" && value >= least && value <= most;

/** @type {(value: unknown) => boolean} */
const isId = (value) => isText(value) && unbase32(value, 16, true) !== null;

/** @type {(value: unknown, length: number) => boolean} */
const isHash = (value, length) => isText(value) && unhex(value, length) !== null;

/** Reads a manifest, or returns null for any other text.
 *  @type {(text: string) => Api.Manifest | null} */
export function readManifest(text) {
  const manifest = parseCanonical(text);
  const optional = ["groups", "quorum", "electorate", "witnesses", "number", "pollBook", "papers", "keepBoxDays",
    "proof", "translations"];
  if (!hasMembers(manifest, MEMBERS, optional)) return null;
  const { version, electionId, title, description, timeZone, opensAt, closesAt, shuffleCandidates, questions } =
    manifest;
  const { suite, sealedSize, groups, quorum, electorate, pollBook, papers, keepBoxDays, proof } =
    manifest;
  if (version !== 4 || !isId(electionId) || ![title, description, timeZone].every(isText)) return null;
  if (![opensAt, closesAt].every((time) => isText(time) && (time === "" || isTime(time)))) return null;
  if (!areTranslations(manifest.translations)) return null;
  if (typeof shuffleCandidates !== "boolean" || suite !== SUITE || (proof ?? true) !== true) return null;
  if (!hasProperKeys(manifest)) return null;
  const { sheets } = custodyOf({ custody: manifest.custody });
  if (keepBoxDays !== undefined && !(sheets && isWithin(keepBoxDays, 1, LONGEST_KEPT))) return null;
  if (groups !== undefined && !(electorate && Array.isArray(groups) && isWithin(groups.length, 1, MOST_GROUPS) &&
    groups.every(isGroupName) && new Set(groups).size === groups.length)) return null;
  const named = /** @type {unknown[]} */ (groups ?? []).length;
  if (electorate !== undefined && !isElectorate(electorate, named)) return null;
  if (quorum !== undefined && !(electorate && isQuorum(quorum))) return null;
  if (pollBook !== undefined && !isPollBook(pollBook, manifest)) return null;
  if (papers !== undefined && !(isWithin(papers, 1, MOST_PAPERS) && groups === undefined && areAlike(electorate)))
    return null;
  if (!Array.isArray(questions) || !isWithin(questions.length, 1, MOST_QUESTIONS)) return null;
  if (!questions.every((question) => isQuestion(question, electorate !== undefined) &&
    areGroups(question.groups, named) && !(papers && question.peopleThreshold))) return null;
  const options = /** @type {Api.FrozenQuestion[]} */ (questions).flatMap((question) => question.options);
  const ids = [...questions, ...options].map(({ id }) => id);
  if (new Set(ids).size < ids.length) return null;
  const { length: holders } = /** @type {unknown[]} */ (manifest.holders);
  if (options.length > MOST_OPTIONS || sealedSize !== SEALED + SEALED_FOR_HOLDER * holders + options.length)
    return null;
  return /** @type {Api.Manifest} */ (/** @type {unknown} */ (manifest));
}

// The keys of the holders and of those who sign. No two are the same, so that nobody counts twice.
/** @type {(manifest: Record<string, unknown>) => boolean} */
function hasProperKeys({ custody, threshold, holders, number, signingKey, witnesses }) {
  if (!Array.isArray(holders) || !isWithin(holders.length, 1, MOST_HOLDERS) || !isWithin(threshold, 1, holders.length))
    return false;
  const kind = custodyOf({ custody });
  if (!holders.every((holder) => hasMembers(holder, kind.sheets ? NUMBERED : HOLDER) && isName(holder.name) &&
    isKey(holder.publicKey, PUBLIC_KEY))) return false;
  if (kind.sheets ? !isWithin(number, 0, NUMBERS - 1) : number !== undefined) return false;
  if (kind.sheets && !holders.every((holder) => isUnderRoot(holder, /** @type {number} */ (number)))) return false;
  if (!kind.custody || (kind.serverKey && !(holders.length === 1 && holders[0].name === SERVER_HOLDER))) return false;
  if (witnesses !== undefined && !areWitnesses(witnesses)) return false;
  const { keys } = /** @type {NonNullable<Api.Manifest["witnesses"]>} */ (witnesses ?? { keys: [] });
  const signing = [signingKey, ...holders.map((holder) => holder.signingKey), ...keys.map(({ key }) => key)];
  return signing.every((key) => isKey(key, 32) && isPublicKey(/** @type {Bytes} */ (unbase64(key))))
    && [signing, holders.map(({ publicKey }) => publicKey),
      keys.map(({ name }) => name)].every((each) => new Set(each).size === each.length);
}

/** @type {(witnesses: unknown) => boolean} */
function areWitnesses(witnesses) {
  if (!hasMembers(witnesses, ["needed", "keys"]) || !Array.isArray(witnesses.keys)) return false;
  const { needed, keys } = witnesses;
  return isWithin(keys.length, 1, MOST_WITNESSES) && isWithin(needed, 1, keys.length)
    && keys.every((witness) => hasMembers(witness, ["name", "key"]) && isText(witness.name) &&
      WITNESS.test(witness.name));
}

/** @type {(name: unknown) => boolean} */
const isGroupName = (name) => isName(name) && !/** @type {string} */ (name).includes(";");

// Whether these are numbers of groups, each once, rising; there may be no list of them.
/** @type {(numbers: unknown, groups: number) => boolean} */
const areGroups = (numbers, groups) => numbers === undefined || (Array.isArray(numbers) &&
  isWithin(numbers.length, 1, groups) &&
  numbers.every((number, i) => isWithin(number, Number(numbers[i - 1] ?? 0) + 1, groups)));

/** @type {(name: unknown) => boolean} */
const isName = (name) => isText(name) && isWithin([...name].length, 1, LONGEST_NAME);

/** @type {(key: unknown, length: number) => boolean} */
const isKey = (key, length) => isText(key) && unbase64(key)?.length === length;

/** @type {(question: unknown, hasElectorate: boolean) => boolean} */
function isQuestion(question, hasElectorate) {
  if (!hasMembers(question, QUESTION, OF_SOME) || !areTranslations(question.translations)) return false;
  const { id, title, text, method, evidence, options, each, threshold, peopleThreshold, keepThreshold, lists, quotas } =
    question;
  if (!isId(id) || ![title, text].every(isText) || !Array.isArray(options) || !options.every(isOption)) return false;
  if (threshold !== undefined && !isThreshold(threshold, hasElectorate)) return false;
  if (peopleThreshold !== undefined && !(hasElectorate && isThreshold(peopleThreshold, true))) return false;
  if (each === 0 || lists !== undefined && !isListsForm(lists)) return false;
  if (quotas !== undefined && !(Array.isArray(quotas) && quotas.length > 0 && quotas.every(isQuota))) return false;
  const rules = rulesOf(/** @type {Api.FrozenQuestion} */ (/** @type {unknown} */ (question)));
  if (!goodRules(rules) || (hasAnswers(rules) && !options.every(({ name }, i) => name === MOTION[i]))) return false;
  if (keepThreshold !== undefined && !(keepThreshold === true && threshold && !hasAnswers(rules))) return false;
  return evidence === "papers" || (evidence === "stages" && traitsOf(rules.method).by === "transfers");
}

// Whether these are texts in other languages, each language once; there may be no list of them.
/** @type {(all: unknown) => boolean} */
const areTranslations = (all) => all === undefined || (Array.isArray(all) && all.length > 0 &&
  new Set(all.map((one) => one?.language)).size === all.length &&
  all.every((one) => hasMembers(one, ["language"], TRANSLATED) && isText(one.language) &&
    /^[a-z]{2}$/.test(one.language) && Object.values(one).every((text) => isText(text) && text !== "")));

/** @type {(option: unknown) => boolean} */
function isOption(option) {
  if (!hasMembers(option, OPTION, ["kind", "translations"])) return false;
  const { id, photoSha256, solidSha256, kind, translations, ...texts } = option;
  if (kind !== undefined && !isName(kind)) return false;
  return areTranslations(translations) && isId(id) && Object.values(texts).every(isText) &&
    [photoSha256, solidSha256].every((hash) => hash === "" || isHash(hash, 32));
}

// A quota has a limit or two.
/** @type {(quota: unknown) => boolean} */
function isQuota(quota) {
  if (!hasMembers(quota, ["kind"], ["least", "most"])) return false;
  const { kind, least, most } = quota;
  return isName(kind) && [least ?? most, most ?? least].every((n) => isWithin(n, 1, MOST_QUOTA));
}

/** @type {(threshold: unknown, hasElectorate: boolean) => boolean} */
function isThreshold(threshold, hasElectorate) {
  if (!hasMembers(threshold, ["of"], ["more", "least"])) return false;
  const { of, more, least } = threshold;
  return (of !== "electorate" || hasElectorate) && [more, least].every((part) => part === undefined || isPart(part));
}

/** @type {(part: unknown) => boolean} */
const isPart = (part) => Array.isArray(part) && part.length === 2 && isWithin(part[1], 1, MOST_PARTS) &&
  isWithin(part[0], 1, part[1]);

/** @type {(quorum: unknown) => boolean} */
const isQuorum = (quorum) => hasMembers(quorum, ["least"], ["of"]) && isPart(quorum.least) &&
  [undefined, "weights", "both"].includes(/** @type {string | undefined} */ (quorum.of));

/** @type {(electorate: unknown, named: number) => boolean} */
function isElectorate(electorate, named) {
  if (!hasMembers(electorate, ["size", "classes", "rollHash"], ["weightDecimals"])) return false;
  const { size, classes, rollHash, weightDecimals } = electorate;
  if (weightDecimals !== undefined && !isWithin(weightDecimals, 1, MOST_DECIMALS)) return false;
  if (!isWithin(size, 1, MOST_PEOPLE) || !isHash(rollHash, 32)) return false;
  if (!Array.isArray(classes) || classes.length > MOST_CLASSES) return false;
  let [all, votes] = [0, 0];
  /** @type {number[]} */
  let before = [];
  for (const one of classes) {
    if (!hasMembers(one, ["weight", "people"], ["groups"])) return false;
    const { weight, people, groups } = one;
    if (!isWithin(weight, 1, MOST_VOTES) || !isWithin(people, 1, MOST_PEOPLE)) return false;
    if (!areGroups(groups, named)) return false;
    const now = [Number(weight), .../** @type {number[]} */ (groups ?? [])];
    if (!rises(before, now)) return false;
    before = now;
    all += Number(people);
    votes += Number(weight) * Number(people);
  }
  return all === size && votes <= MOST_VOTES;
}

// Whether a list of numbers comes before another one; a beginning comes before the whole.
/** @type {(before: number[], now: number[]) => boolean} */
function rises(before, now) {
  const at = now.findIndex((number, i) => number !== before[i]);
  return at >= 0 && (before[at] ?? 0) < now[at];
}

// Whether each paper of an electorate counts once, so that a printed one can be anybody's.
/** @type {(electorate: unknown) => boolean} */
function areAlike(electorate) {
  const { classes = [], weightDecimals } = /** @type {NonNullable<Api.Manifest["electorate"]>} */ (electorate ?? {});
  const [first, ...others] = classes;
  return first?.weight === 1 && !first.groups && others.length === 0 && !weightDecimals;
}

// A poll book has a line for each person of an electorate, or more.
/** @type {(pollBook: unknown, manifest: Record<string, unknown>) => boolean} */
function isPollBook(pollBook, { electorate, number }) {
  if (!hasMembers(pollBook, ["lines", "hash"]) || !electorate || !number) return false;
  const { size } = /** @type {NonNullable<Api.Manifest["electorate"]>} */ (electorate);
  return isWithin(pollBook.lines, size, MOST_PEOPLE) && isHash(pollBook.hash, 32);
}

/** The rules of a question.
 *  @type {(question: Api.FrozenQuestion) => Tally.Rules} */
export const rulesOf = ({
  method, seats, min, max, each, draw, last, threshold, peopleThreshold, lists, quotas, options,
}) => ({
  method, options: options.length, seats, min, max, each, draw, last, threshold, peopleThreshold, lists,
  quotas: quotas?.map(({ kind, ...limits }) =>
    ({ ...limits, options: options.flatMap((option, i) => (option.kind === kind ? [i + 1] : [])) })),
});

/** Whether the people of a class are asked a question: they are in one of its groups, or it has none.
 *  @type {(question: Api.FrozenQuestion, of: Api.Class) => boolean} */
export const isFor = ({ groups }, of) => !groups || groups.some((group) => of.groups?.includes(group));

/** The weight of a ballot of a class, in votes.
 *  @type {(manifest: Api.Manifest, of: Api.Class) => number} */
export const weightOf = ({ electorate }, { weight }) => votesIn(weight, electorate?.weightDecimals);

/** How many people have each weight, in votes, by rising weight.
 *  @type {(manifest: Api.Manifest) => { weight: number, people: number }[]} */
export function weightsOf(manifest) {
  const people = new Map();
  for (const one of manifest.electorate?.classes ?? [])
    people.set(weightOf(manifest, one), (people.get(weightOf(manifest, one)) ?? 0) + one.people);
  return [...people].map(([weight, n]) => ({ weight, people: n }));
}

/** The names of the groups that a question is for; none for everybody.
 *  @type {(manifest: Api.Manifest, question: Api.FrozenQuestion) => string[]} */
export const groupsOf = ({ groups = [] }, question) => (question.groups ?? []).map((number) => groups[number - 1]);

/** Of each group, how many of its people have voted.
 *  @type {(manifest: Api.Manifest, counted?: { people: number }[]) => { name: string, turnout: Api.Turnout }[]} */
export const groupTurnouts = (manifest, counted = []) => counted.map(({ people }, i) => {
  const electorate = electorateOf(manifest, (one) => Boolean(one.groups?.includes(i + 1))).people;
  return { name: manifest.groups?.[i] ?? "",
    turnout: { ballots: people, electorate, share: electorate > 0 ? people / electorate : 0 } };
});

/** How many people the frozen roll has of some classes, and the weight of their papers, in its unit; 0 without one.
 *  @type {(manifest: Api.Manifest, of: (one: Api.Class) => boolean) => { people: number, cast: number }} */
export const electorateOf = ({ electorate }, of) => (electorate?.classes ?? []).filter(of).reduce((sum, one) =>
  ({ people: sum.people + one.people, cast: sum.cast + one.weight * one.people }), { people: 0, cast: 0 });

/** How many ballots are of some classes, and their weight. Those of a class that does not exist are of none.
 *  @type {(manifest: Api.Manifest, casts: { class: number }[], of: (one: Api.Class) => boolean) =>
 *   { people: number, cast: number }} */
export function turnoutOf(manifest, casts, of) {
  const weights = classesOf(manifest).map((one) => (of(one) ? one.weight : 0));
  const some = casts.map((cast) => weights[cast.class - 1] ?? 0).filter(Boolean);
  return { people: some.length, cast: some.reduce((sum, weight) => sum + weight, 0) };
}

/** The classes of ballots, numbered from 1. Without a frozen roll there is one, of weight 1.
 *  @type {(manifest: Api.Manifest) => Api.Class[]} */
export const classesOf = ({ electorate }) => electorate?.classes ?? [{ weight: 1, people: Infinity }];

/** The marks of each question of a paper.
 *  @type {(manifest: Api.Manifest, marks: Bytes | number[]) => number[][]} */
export function split({ questions }, marks) {
  let at = 0;
  return questions.map(({ options }) => [...marks.slice(at, at += options.length)]);
}
