// Who holds the key of an election: the part on its page, and the page where the holders are named
// and invited.
//
// keys: holder.custody.*

import { get, post, put } from "../../lib/api.js";
import { copyable } from "../../lib/copy.js";
import { CUSTODIES, custodyOf } from "../../lib/custody.js";
import { confirm } from "../../lib/dialog.js";
import { announce, h, refill } from "../../lib/dom.js";
import { areaField, choiceField, selectField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { rich, t } from "../../lib/i18n.js";
import { shortNumber } from "../../lib/keynumber.js";
import { neededWords, spaced } from "../../lib/keysheet.js";
import { poll } from "../../lib/poll.js";
import { qrCode } from "../../lib/qr.js";
import { notify, refresh } from "../../lib/router.js";
import { notice, tryBusy } from "../../lib/states.js";
import { findAddresses } from "./address.js";
import { electionTrail, page } from "./frame.js";

const MOST = 9; // holders
const OFFERED = 2; // of them are needed, unless somebody says otherwise
const PACE = 4_000; // milliseconds between two questions who is ready

/** Whether all holders have made their keys, or the server holds the key.
 *  @type {(election: Pick<Api.Election, "holders">) => boolean} */
export const keysReady = ({ holders = [] }) => holders.every(({ ready }) => ready);

/** The step "Key" of a draft, in words.
 *  @type {(election: Api.Election) => string} */
export const keyStep = ({ custody, holders = [] }) => (custodyOf({ custody }).serverKey ? t("holder.step.server")
  : t("holder.step.holders", { n: holders.filter(({ ready }) => ready).length, of: holders.length }));

/** The part about the key on the page of an election.
 *  @type {(election: Api.Election) => HTMLElement} */
export function keySection({ id, status, custody, threshold = 0, holders = [] }) {
  const draft = status === "DRAFT";
  const { sheets, serverKey } = custodyOf({ custody });
  return h("section", {},
    h("h2", {}, t("holder.key.title")),
    serverKey
      ? h("p", { class: "prose" }, t("holder.key.server"))
      : [h("p", { class: "prose" }, neededWords({ threshold, of: holders.length })),
        h("ul", { class: "tasks" }, holders.map(holderLine))],
    h("p", { class: "entry-actions" },
      draft && h("a", { href: `#elections/${id}/key` }, t(serverKey ? "holder.key.choose" : "holder.key.invite")),
      !draft && h("a", { href: `#elections/${id}/certificate` }, t("holder.certificate.title")),
      status === "ACTIVE" && sheets && h("a", { href: `/board#/try/${id}` }, t("holder.try.title"))));
}

/** @type {(holder: Api.Holder) => HTMLElement} */
const holderLine = ({ number, name, ready }) => h("li", { class: ready ? "task task-done" : "task" },
  h("span", {}, t("holder.line", { number, name })),
  h("span", { class: "task-state" }, t(ready ? "holder.ready" : "holder.waiting")));

/** The page where holders are named and invited.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function keyView(signal, info, id) {
  const [election, { assembly, current }, addresses] = await Promise.all([get(`/api/admin/elections/${id}`, signal),
    get(`/api/admin/elections/${id}/holders`, signal), reachable(signal)]);
  const draft = election.status === "DRAFT";
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => page({
    info, section: "elections", trail: electionTrail(election), title: t("holder.key.title"),
    lead: draft ? t("holder.key.lead") : undefined,
  }, content);
  if (!draft) return frame(notice("info", h("p", {}, t("holder.key.fixed"))), keySection(election));
  if (custodyOf(election).serverKey) return frame(h("div", { class: "narrow" }, chooseForm(election, current)));
  return frame(
    assembly && h("p", { class: "prose" }, t("holder.assembly", { title: assembly.title, n: assembly.left })),
    assembly?.keyNumber && h("p", {}, t("holder.keyNumber"), " ",
      h("strong", { class: "code" }, shortNumber(assembly.keyNumber))),
    invitations(election, addresses, signal),
    keysReady(election) && h("p", { class: "actions" }, newAssembly(election)),
    h("details", { class: "about" }, h("summary", {}, t("holder.key.change")),
      h("div", { class: "narrow" }, chooseForm(election))));
}

/** The button that has the same holders make new sheets.
 *  @type {(election: Api.Election) => HTMLElement} */
function newAssembly({ id, threshold = 0, holders = [] }) {
  const click = async () => {
    const body = { threshold, holders: holders.map(({ name }) => ({ name })), newAssembly: true };
    const begun = await confirm({
      title: t("holder.assembly.new.title"), body: t("holder.assembly.new.lead"), yes: t("holder.assembly.new"),
      doing: t("admin.saving"), act: async () => { await put(`/api/admin/elections/${id}/holders`, body); },
    });
    if (begun) refresh();
  };
  return h("button", { type: "button", class: "button button-quiet", on: { click } }, t("holder.assembly.new"));
}

/** Where phones find this server; there is nothing where only its own computer does.
 *  @type {(signal?: AbortSignal) => Promise<string[]>} */
export async function reachable(signal) {
  return (await findAddresses(signal).catch(() => ({ addresses: [] }))).addresses;
}

/** The choice who holds the key: at first the holders of the current assembly, if there is one.
 *  @type {(election: Api.Election, current?: Api.CurrentHolders) => HTMLElement} */
function chooseForm(election, current) {
  const { id, custody, threshold = current?.threshold, holders = [] } = election;
  const names = areaField({
    name: "holders", label: t("holder.names"), hint: t("holder.names.hint"),
    value: (current?.names ?? holders.map(({ name }) => name)).join("\n"),
    missing: t("holder.names.missing"), rows: "4", autocomplete: "off", on: { input: () => explainLoss() },
    check: (text) => (linesOf(text).length > MOST ? t("holder.names.many", { n: MOST }) : ""),
  });
  const needed = textField({
    name: "threshold", label: t("holder.threshold"), value: String(threshold ?? OFFERED),
    missing: t("holder.threshold.missing"),
    inputmode: "numeric", autocomplete: "off", on: { input: () => explainLoss() },
    check: (text) => (isWhole(text, linesOf(names.value()).length || MOST) ? "" : t("holder.threshold.wrong")),
  });
  const loss = h("p", { class: "example", role: "status" });
  const explainLoss = () => {
    const [of, n] = [linesOf(names.value()).length, Number(needed.value())];
    loss.textContent = isWhole(needed.value(), of)
      ? `${neededWords({ threshold: n, of })} ${t("holder.loss", { n: of - n + 1 })}` : "";
  };
  const details = h("div", {}, names.node, needed.node, loss, h("p", {}, t("holder.names.devices")));
  const who = choiceField({
    name: "custody", legend: t("holder.custody"), value: CUSTODIES[0].custody,
    options: CUSTODIES.map(({ custody: value }) =>
      ({ value, label: t(`holder.custody.${value}`), hint: t(`holder.custody.${value}.hint`) })),
    onChange: (value) => {
      details.hidden = names.node.hidden = needed.node.hidden = custodyOf({ custody: value }).serverKey === true;
    },
  });
  explainLoss();
  return form({
    fields: [who, names, needed],
    layout: () => [
      current && h("p", { class: "prose" }, t("holder.current", { title: current.title })), who.node, details,
    ],
    submit: t("admin.save"),
    busy: t("admin.saving"),
    send: async (values) => {
      const chosen = custodyOf(values).serverKey ? [] : linesOf(values.holders);
      const body = chosen.length > 0
        ? { threshold: Number(values.threshold), holders: chosen.map((name) => ({ name })) } : { holders: [] };
      const act = () => put(`/api/admin/elections/${id}/holders`, body);
      const losesKeys = custodyOf({ custody }).sheets && holders.some(({ ready }) => ready);
      if (losesKeys && !await confirm(
        { title: t("holder.replace.title"), body: t("holder.replace.lead"), yes: t("holder.replace.yes"),
          doing: t("admin.saving"), danger: true })) return;
      await act();
      notify("success", t("holder.saved"));
      refresh();
    },
  });
}

/** @type {(text: string) => string[]} */
const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/** @type {(text: string, most: number) => boolean} */
const isWhole = (text, most) => /^[1-9]$/.test(text) && Number(text) <= most;

/** The holders, each with their state and an invitation on request.
 *  @type {(election: Api.Election, addresses: string[], signal: AbortSignal) => Child[]} */
function invitations({ id, threshold = 0, holders = [] }, addresses, signal) {
  const links = linkChoice(addresses);
  const cards = holders.map((holder) => invitationCard(id, holder, links));
  /** @type {(now: Api.Holder[]) => void} */
  const showAll = (now) => now.forEach((holder, i) => cards[i]?.show(holder, keysReady({ holders: now })));
  showAll(holders);
  poll(signal, async () => {
    const fresh = await get(`/api/admin/elections/${id}/holders`, signal);
    showAll(fresh.holders);
    if (keysReady(fresh) && !keysReady({ holders })) refresh();
  }, PACE);
  return [
    h("p", { class: "prose" }, neededWords({ threshold, of: holders.length }), " ",
      t("holder.loss", { n: holders.length - threshold + 1 })),
    links.node,
    h("ol", { class: "holders" }, cards.map(({ node }) => node)),
  ];
}

/** @type {(id: string, holder: Api.Holder, links: LinkChoice) => { node: HTMLElement,
 *   show(holder: Api.Holder, all: boolean): void }} */
function invitationCard(id, { number, name }, links) {
  const state = h("p", {});
  const place = h("div", {});
  const problem = h("div", { role: "alert" });
  /** @type {boolean | null} */
  let was = null;
  const button = h("button", { type: "button", class: "button button-quiet",
    on: { click: ({ currentTarget }) => tryBusy(currentTarget, problem, invite) } }, t("holder.invite", { name }));
  /** @type {(now: Api.Holder, all: boolean) => void} */
  const show = (now, all) => {
    button.hidden = all; // once all are ready, no key changes
    if (now.ready === was && !now.ready) return;
    if (was === false) {
      announce(t("holder.ready.said", { name }));
      place.replaceChildren();
    }
    was = now.ready;
    refill(state, h("span", { class: `badge badge-${now.ready ? "done" : "wait"}` },
      t(now.ready ? "holder.ready" : "holder.waiting")),
      now.fingerprint && [" ", t("holder.fingerprint"), " ", h("span", { class: "hash" }, spaced(now.fingerprint))]);
    button.textContent = t(now.ready ? "holder.invite.again" : "holder.invite", { name });
  };
  async function invite() {
    const { token } = await post(`/api/admin/elections/${id}/holders/${number}/invitation`, {});
    refill(place, links.link(`/board#/key/${token}`, t("holder.invite.qr", { name })),
      h("p", { class: "hint" }, t("holder.invite.once")));
    announce(t("holder.invite.made", { name }));
  }
  return {
    show,
    node: h("li", { class: "card" }, h("h2", {}, t("holder.line", { number, name })), state, problem, place,
      h("p", { class: "actions" }, button)),
  };
}

/** @typedef {{ node: Child, link(path: string, name: string): HTMLElement }} LinkChoice */

/** Links for the phones of others, as QR codes and to copy, with a choice of the server's address.
 *  @type {(addresses: string[]) => LinkChoice} */
export function linkChoice(addresses) {
  let origin = addresses[0] ?? location.origin;
  /** @type {(() => void)[]} */
  const made = [];
  const choice = addresses.length > 1 && selectField({
    name: "address", label: t("admin.slips.address"), hint: t("admin.join.address.hint"), value: origin,
    options: addresses.map((url) => ({ value: url, label: url })),
    onChange: (url) => {
      origin = url;
      for (const draw of made) draw();
    },
  }).node;
  return {
    node: [
      addresses.length === 0 && notice("problem",
        h("p", {}, rich("holder.local", { join: h("a", { href: "#join" }, t("admin.join.title")) }))),
      choice && h("div", { class: "narrow" }, choice),
    ],
    link(path, name) {
      const place = h("div", { class: "link-card" });
      const draw = () => refill(place, qrCode(origin + path, name), h("div", {}, copyable(origin + path, name)));
      made.push(draw);
      draw();
      return place;
    },
  };
}
