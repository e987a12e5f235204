// The proxies of a person on the electoral roll: whose votes they hold, or who holds theirs. People are chosen by name,
// and every press counts at once.

import { get, put } from "../../lib/api.js";
import { announce, h, hiddenText, refill, uniqueId } from "../../lib/dom.js";
import { list } from "../../lib/format.js";
import { isolated, t } from "../../lib/i18n.js";
import { explain, notice } from "../../lib/states.js";
import { saveAnyway } from "./slips_out.js";

const PATH = "/api/admin/roll";
const SHOWN = 6; // people found
const PAUSE = 250; // milliseconds after the last key

/** What a change says of the open elections that do not follow it; "" if there are none.
 *  @type {(answer: Pick<Api.RollEntry, "keptBy">) => string} */
export const keptWords = ({ keptBy = [] }) =>
  (keptBy.length > 0 ? t("roll.kept", { n: keptBy.length, titles: list(keptBy.map(({ title }) => title)) }) : "");

/** The section of a person's page. Where slips are `out`, it asks before each change.
 *  @type {(entry: Api.RollEntry, out: boolean, signal: AbortSignal) => HTMLElement} */
export function proxiesSection(entry, out, signal) {
  const said = h("div", { role: "status" });
  const content = h("div", {});
  const heading = h("h2", { tabindex: "-1" }, t("roll.proxy"));

  /** @type {(giver: string, holder: string | null, words: string) => Promise<void>} */
  async function give(giver, holder, words) {
    if (out && !await saveAnyway()) return;
    try {
      const kept = keptWords(await put(`${PATH}/${giver}/holder`, { holder }));
      show(await get(`${PATH}/${entry.id}`, signal));
      refill(said, notice(kept ? "problem" : "success", h("p", {}, words), kept && h("p", {}, kept)));
    } catch (error) {
      refill(said, notice("problem", h("p", {}, explain(error))));
    }
    heading.focus(); // the button that was pressed is gone
  }

  /** @type {(entry: Api.RollEntry) => void} */
  function show({ id, fullName, proxies = [], holder }) {
    /** @type {(giver: { id: string, fullName: string }) => HTMLElement} */
    const back = (giver) => h("button", {
      type: "button", class: "button button-quiet",
      on: { click: () => give(giver.id, null, t("roll.proxy.taken", { name: giver.fullName })) },
    }, t("roll.proxy.back"), hiddenText(` ${t("roll.proxy.back.of", { name: giver.fullName })}`));
    if (holder) {
      refill(content, h("p", {}, h("a", { href: `#roll/${holder.id}` },
        t("roll.proxy.heldBy", { holder: holder.fullName, name: fullName }))), h("p", {}, back({ id, fullName })));
      return;
    }
    refill(content,
      h("p", {}, proxies.length > 0 ? t("roll.proxy.holds", { name: fullName, n: proxies.length })
        : t("roll.proxy.none", { name: fullName })),
      proxies.length > 0 && h("ul", { class: "chips" }, proxies.map((giver) => h("li", { class: "chip" },
        h("a", { href: `#roll/${giver.id}` }, giver.fullName), back(giver)))),
      personSearch({ label: t("roll.proxy.add", { name: fullName }), but: id, signal,
        chosen: (giver) => give(giver.id, id, t("roll.proxy.given", { holder: fullName, name: giver.fullName })) }),
      proxies.length === 0 && personSearch({ label: t("roll.proxy.give", { name: fullName }), but: id, signal,
        chosen: (to) => give(id, to.id, t("roll.proxy.given", { holder: to.fullName, name: fullName })) }));
  }

  show(entry);
  return h("section", { class: "narrow" }, heading, said, content);
}

/** A field that finds people of the roll by name, all `but` one, and a button for each.
 *  @type {(options: { label: string, but: string, signal: AbortSignal,
 *   chosen: (person: Api.RollEntry) => void }) => HTMLElement} */
export function personSearch({ label, but, signal, chosen }) {
  const id = uniqueId("person");
  const found = h("ul", { class: "chips" });
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  let asked = 0;
  const search = async () => {
    const words = input.value.trim();
    const mine = ++asked;
    if (!words) return refill(found);
    try {
      const { items } = await get(`${PATH}?query=${encodeURIComponent(words)}&limit=${SHOWN + 1}`, signal);
      if (mine !== asked) return undefined;
      const people = items.filter((person) => person.id !== but).slice(0, SHOWN);
      refill(found, people.map((person) => h("li", {}, h("button", {
        type: "button", class: "button button-quiet", on: { click: () => chosen(person) },
      }, [isolated(person.fullName), person.member].filter(Boolean).join(", ")))));
      announce(t("roll.proxy.found", { n: people.length }));
    } catch (error) {
      if (mine === asked) refill(found, h("li", {}, explain(error)));
    }
    return undefined;
  };
  const input = h("input", {
    class: "input", type: "search", id, autocomplete: "off", spellcheck: "false", maxlength: "254",
    "aria-describedby": `${id}-hint`,
    on: { input: () => { clearTimeout(timer); timer = setTimeout(search, PAUSE); } },
  });
  signal.addEventListener("abort", () => clearTimeout(timer));
  return h("div", { class: "field" },
    h("label", { for: id }, label), h("p", { class: "hint", id: `${id}-hint` }, t("roll.proxy.hint")), input, found);
}
