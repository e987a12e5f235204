// The registrar's two files: the people for whom slips are made, and the credentials that the server
// gets. The server never learns a code.

import { base64, hex, unbase32, unhex } from "./bytes.js";
import { canonical, hasMembers } from "./canonical.js";
import { keyOf, loginHash, loginOf, voteKey } from "./slipcode.js";

const VERSION = 4;
const LAST = 30; // number of an election
const MOST_PEOPLE = 100_000;
const MOST_WEIGHT = 1_000_000;
const PARTS = 10_000; // of a vote, in which the credentials have weights
const MOST_GROUPS = 10_000;
const MOST_GROUPS_OF_ONE = 100;
const TIMES = 10; // as long as a vote key takes the key of a code, or longer

/** @typedef {{ id: string, fullName: string, member: string, language: Api.Language, weight: number,
 *   groups: number[], proxyFor: string[] }} Person */

/** @typedef {{ version: number, assembly: string, title: string, organisation: string, address: string,
 *   keyNumber: string, numbers: [number, number], groups: string[], people: Person[] }} People */

/** The codes of a person, 15 symbols each.
 *  @typedef {{ printed: string, reserve: string }} Codes */

/** The content of a people file, or null if it is none or credentials cannot be made for all in it.
 *  @type {(text: string) => People | null} */
export function readPeople(text) {
  try {
    const people = JSON.parse(text);
    return isPeople(people) ? people : null;
  } catch {
    return null;
  }
}

/** @type {(value: unknown) => boolean} */
const isId = (value) => typeof value === "string" && unbase32(value, 16, true) !== null;

/** @type {(value: unknown, least: number, most: number) => boolean} */
const isWithin = (value, least, most) =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

/** @type {(value: unknown) => boolean} */
const isWeight = (value) => typeof value === "number" && value > 0 && value <= MOST_WEIGHT &&
  Math.round(value * PARTS) / PARTS === value;

/** @type {(value: unknown) => boolean} */
const isText = (value) => typeof value === "string";

/** @type {(value: unknown) => boolean} */
const isAddress = (value) => isText(value) && ["http:", "https:"].includes(new URL(String(value)).protocol);

/** @type {(value: unknown) => value is People} */
function isPeople(value) {
  if (!hasMembers(value, ["version", "assembly", "title", "organisation", "address", "keyNumber", "numbers", "groups",
    "people"])) return false;
  const { version, assembly, title, organisation, address, keyNumber, numbers, groups, people } = value;
  return version === VERSION && isId(assembly) && [title, organisation].every(isText) && isAddress(address) &&
    (keyNumber === "" || typeof keyNumber === "string" && unbase32(keyNumber, 20) !== null) &&
    Array.isArray(numbers) && numbers.length === 2 && isWithin(numbers[0], 1, LAST) &&
    isWithin(numbers[1], numbers[0], LAST) && Array.isArray(groups) && areNames(groups) &&
    Array.isArray(people) && isWithin(people.length, 1, MOST_PEOPLE) &&
    people.every((person, i) => isPerson(person) && areGroups(person.groups, groups.length) &&
      (i === 0 || people[i - 1].id < person.id)) && areProxies(people);
}

/** @type {(names: any[]) => boolean} */
const areNames = (names) => names.length <= MOST_GROUPS && new Set(names).size === names.length &&
  names.every((name) => isText(name) && name !== "" && !name.includes(";"));

/** @type {(numbers: unknown, groups: number) => boolean} */
const areGroups = (numbers, groups) => Array.isArray(numbers) && numbers.length <= MOST_GROUPS_OF_ONE &&
  numbers.every((n, i) => isWithin(n, i === 0 ? 1 : numbers[i - 1] + 1, groups));

/** @type {(value: unknown) => boolean} */
const isPerson = (value) =>
  hasMembers(value, ["id", "fullName", "member", "language", "weight", "groups", "proxyFor"]) &&
  isId(value.id) && value.fullName !== "" && [value.fullName, value.member, value.language].every(isText) &&
  isWeight(value.weight) && Array.isArray(value.proxyFor) && value.proxyFor.every(isId);

// Each giver is another person of the file, and has one proxy holder.
/** @type {(people: Person[]) => boolean} */
function areProxies(people) {
  const ids = new Set(people.map(({ id }) => id));
  const givers = people.flatMap(({ proxyFor }) => proxyFor);
  return new Set(givers).size === givers.length && givers.every((giver) => ids.has(giver)) &&
    people.every(({ id, proxyFor }) => !proxyFor.includes(id));
}

/**
 * Makes the text of the credentials file, from the codes of the people in the same order. onStep gets
 * the share that is made, and holds the work up until its promise resolves.
 * @type {(people: People, codes: Codes[], onStep: (share: number) => Promise<void>) => Promise<string>}
 */
export async function issue({ assembly, numbers: [first, last], groups, people }, codes, onStep) {
  let done = 0;
  const all = people.length * (TIMES + last - first + 1);
  /** @type {(n: number) => Promise<void>} */
  const step = (n) => onStep((done += n) / all);

  /** @type {Bytes[][]} */
  const keys = [];
  const logins = [];
  for (const [i, { id }] of people.entries()) {
    const both = [codes[i].printed, codes[i].reserve].map((code) => keyOf(code, assembly));
    keys.push(both);
    logins.push([id, ...both.map((key) => base64(loginHash(loginOf(key))))]);
    await step(TIMES);
  }
  const holders = new Map(people.flatMap(({ proxyFor }, i) => proxyFor.map((giver) => [giver, i])));
  const lists = [];
  for (let number = first; number <= last; number++) {
    const lines = [];
    for (const [i, { id, weight, groups: own }] of people.entries()) {
      const casters = [i, holders.get(id)].filter((place) => place !== undefined);
      const publicKeys = casters.flatMap((place) => keys[place].map((key) => hex(voteKey(key, number, id))));
      lines.push({ weight, own, publicKeys: publicKeys.sort() });
      await step(1);
    }
    lines.sort((a, b) => (a.publicKeys[0] < b.publicKeys[0] ? -1 : 1));
    lists.push(lines.map(({ weight, own, publicKeys }) =>
      [Math.round(weight * PARTS), own, ...publicKeys.map((key) => base64(/** @type {Bytes} */ (unhex(key))))]));
  }
  return canonical({ version: VERSION, assembly, first, groups, people: logins, lists });
}
