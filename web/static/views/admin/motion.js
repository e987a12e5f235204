// A motion from the floor: one form, and it is open.
//
// keys: motion.electorate.* motion.threshold.* motion.custody.*

import { get, post } from "../../lib/api.js";
import { CUSTODIES, custodyOf } from "../../lib/custody.js";
import { areaField, choiceField, selectField, textField } from "../../lib/fields.js";
import { duration } from "../../lib/format.js";
import { form } from "../../lib/form.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { h } from "../../lib/dom.js";
import { go, notify } from "../../lib/router.js";
import { electionTrail, page } from "./frame.js";
import { proxiesField } from "./election_form.js";
import { keysReady } from "./key.js";

/** @type {Api.Threshold} */
const HALF = { more: [1, 2], of: "decided" };
/** @type {Record<"half" | "twoThirds" | "threeQuarters" | "halfOfBoth" | "twoThirdsOfVotes",
 *   { threshold: Api.Threshold, peopleThreshold?: Api.Threshold }>} */
const NEEDS = {
  half: { threshold: HALF }, twoThirds: { threshold: { least: [2, 3], of: "decided" } },
  threeQuarters: { threshold: { least: [3, 4], of: "decided" } },
  halfOfBoth: { threshold: HALF, peopleThreshold: HALF },
  twoThirdsOfVotes: { threshold: { least: [2, 3], of: "decided" }, peopleThreshold: HALF },
};
const MINUTES = [2, 3, 5, 10, 15];
const LONGEST = 5000; // characters

/** @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function motionView(signal, info) {
  const [roll, { items }] = await Promise.all([get("/api/admin/roll?limit=1", signal),
    get("/api/admin/elections?limit=20", signal), loadMessages("motion")]);
  const { entries, present, weighted } = roll;
  const kind = present > 0 ? "present" : entries > 0 ? "roll" : "open";
  // What the last election of the roll allowed is what the organisation uses.
  const last = items.find(({ settings }) => settings.electorate !== "open");
  const proxies = proxiesField(last?.settings.maxProxies ?? 0);
  const withSheets = items.some((election) => custodyOf(election).sheets && keysReady(election));
  const custody = choiceField({
    name: "custody", legend: t("motion.custody"), value: withSheets ? "holders" : "server",
    options: CUSTODIES.map(({ custody: value }) =>
      ({ value, label: t(`motion.custody.${value}`), hint: t(`motion.custody.${value}.hint`) })),
  });
  custody.node.hidden = !withSheets;
  const kinds = /** @type {const} */ (["present", "roll", "open"]);
  const names = /** @type {(keyof typeof NEEDS)[]} */ (Object.keys(NEEDS))
    .filter((name) => weighted > 0 || !NEEDS[name].peopleThreshold);
  const fields = /** @type {const} */ ([
    textField({ name: "title", label: t("motion.title"), hint: t("motion.title.hint"),
      missing: t("motion.title.missing"), maxlength: "200", autocomplete: "off" }),
    areaField({ name: "text", label: t("motion.text"), hint: t("motion.text.hint"), rows: "4",
      maxlength: String(LONGEST) }),
    choiceField({
      name: "electorate", legend: t("motion.electorate"), value: kind, onChange: forElectorate,
      options: kinds.map((value) => (
        { value, label: t(`motion.electorate.${value}`), hint: t(`motion.electorate.${value}.hint`) })),
    }),
    proxies,
    custody,
    selectField({ name: "threshold", label: t("motion.threshold"),
      options: names.map((value) => ({ value, label: t(`motion.threshold.${value}`) })) }),
    selectField({
      name: "minutes", label: t("motion.minutes"), value: "0",
      options: [{ value: "0", label: t("motion.minutes.none") },
        ...MINUTES.map((n) => ({ value: String(n), label: duration(n * 60) }))],
    }),
  ]);
  /** @type {(electorate: string) => void} */
  function forElectorate(electorate) { proxies.node.hidden = electorate === "open"; }
  forElectorate(kind);
  return page({ info, section: "elections", trail: electionTrail(), title: t("motion.heading"),
    lead: t("motion.lead") },
    h("div", { class: "narrow" }, form({
      fields,
      submit: t("motion.open"),
      busy: t("motion.opening"),
      draft: "motion",
      send: async ({ title, text, electorate, maxProxies, threshold, minutes, custody: chosen }) => {
        const made = await post("/api/admin/motions", {
          title, text, electorate, maxProxies: electorate === "open" ? 0 : Number(maxProxies),
          ...NEEDS[/** @type {keyof typeof NEEDS} */ (threshold)], minutes: Number(minutes),
          held: custodyOf({ custody: chosen }).sheets === true,
        });
        notify("success", t("motion.opened"));
        go(`elections/${made.id}`);
      },
    })));
}
