// The opening certificate, to print: the first checkpoint of the log, which holds the manifest alone.
// Whoever keeps it can show later that the election had no other keys and rules.

import { get } from "../../lib/api.js";
import { concat, hex } from "../../lib/bytes.js";
import { custodyOf } from "../../lib/custody.js";
import { h } from "../../lib/dom.js";
import { dateTime } from "../../lib/format.js";
import { manifestOf } from "../../lib/holders.js";
import { t } from "../../lib/i18n.js";
import { keyNumberOf, shortNumber } from "../../lib/keynumber.js";
import { neededWords, spaced } from "../../lib/keysheet.js";
import { untriedWords } from "../../lib/news.js";
import { qrCode } from "../../lib/qr.js";
import { sha256 } from "../../lib/sha256.js";
import { electionTrail, facts, page } from "./frame.js";

/** @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function certificateView(signal, info, id) {
  const [election, { manifest, text }, first] = await Promise.all([
    get(`/api/admin/elections/${id}`, signal), manifestOf(id, signal), firstCheckpoint(id, signal),
  ]);
  const { threshold, holders } = manifest;
  return page({ info, section: "elections", trail: electionTrail(election), title: t("holder.certificate.title") },
    h("div", { class: "narrow" },
      h("p", { class: "lead no-print" }, t("holder.certificate.lead")),
      h("p", { class: "actions" }, h("button", { type: "button", class: "button", on: { click: () => window.print() } },
        t("admin.print"))),
      h("div", { class: "certificate" },
        h("p", { class: "entry-name" }, manifest.title),
        info.organisation && h("p", {}, info.organisation),
        facts(
          [t("admin.election.opened"), election.activatedAt && dateTime(election.activatedAt, manifest.timeZone)],
          [t("holder.certificate.keys"), custodyOf(manifest).serverKey ? t("holder.custody.server") : [
            neededWords({ threshold, of: holders.length }),
            h("ol", { class: "points points-numbered" }, holders.map(({ name, publicKey, signingKey }) =>
              h("li", {}, name, h("br"), h("span", { class: "hash" }, spaced(fingerprintOf(publicKey, signingKey)))))),
          ]],
          [t("holder.certificate.tried"), custodyOf(manifest).serverKey ? undefined
            : election.untried ? untriedWords(election.untried) : t("holder.certificate.tried.all")],
          [t("holder.keyNumber"), h("span", { class: "code" }, shortNumber(keyNumberOf(manifest)))],
          [t("holder.certificate.hash"),
            h("span", { class: "hash" }, grouped(hex(sha256(concat("ostrakon/manifest/4\0", text)))))],
          [t("holder.certificate.note"), h("span", { class: "hash note" }, first)]),
        qrCode(first, t("holder.certificate.qr")),
        h("p", { class: "muted" }, t("holder.certificate.signatures")))));
}

/** @type {(publicKey: string, signingKey: string) => string} */
const fingerprintOf = (...keys) =>
  hex(sha256(concat(...keys.map((key) => Uint8Array.from(atob(key), (c) => c.charCodeAt(0))))));

/** @type {(hash: string) => string} */
const grouped = (hash) => hash.match(/.{8}/g)?.join(" ") ?? hash;

/** The checkpoint of size 1. The list has the newest first.
 *  @type {(id: string, signal: AbortSignal) => Promise<string>} */
async function firstCheckpoint(id, signal) {
  const list = /** @type {const} */ (`/api/board/elections/${id}/checkpoints`);
  let page = await get(list, signal);
  while (page.next) page = await get(/** @type {typeof list} */
     (`${list}?limit=200&after=${encodeURIComponent(page.next)}`), signal);
  return page.items.find(({ size }) => size === 1)?.checkpoint ?? "";
}
