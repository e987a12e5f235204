// The files of this visit, in the order in which they came, each with its row. One of them is on the
// stage.

import { announce, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { createCard } from "./card.js";
import { converted } from "./downloads.js";
import { createJob, createQueue } from "./job.js";
import { createAlarm, isGone, keep, recall } from "./kept.js";
import { createStatus } from "./status.js";

const AT_A_TIME = 2; // files that are uploaded and converted at the same time

/** @import { Card } from "./card.js" */
/** @import { Job } from "./job.js" */
/** @import { Kept } from "./kept.js" */
/** @import { Status } from "./status.js" */
/** @typedef {Record<string, string>} Chosen */
/** @typedef {{ check(): boolean, values(): Chosen, offer(n: number): void }} Options */
/** @typedef {{ show(job: Job): void, clear(): void }} Place */

/**
 * The shelf. `limit` is the number of bytes that the server takes. show(job) puts a job on the stage,
 * and clear() takes it away. Calls changed(many) when it has more or fewer files, and leads(on) when
 * the download of the model on the stage becomes the next step, or no longer is.
 * @type {(of: { options: Options, stage: Place, limit: number, changed: (many: number) => void,
 *   leads: (on: boolean) => void }) => { node: HTMLElement, status: Status,
 *   add(files: File[]): void, review(): void, again(job?: Job): void,
 *   restore(): Promise<void> }}
 */
export function createShelf({ options, stage, limit, changed, leads }) {
  const run = createQueue(AT_A_TIME);
  const list = h("ul", { class: "files" });
  const node = h("section", { class: "file-list", hidden: true }, h("h2", {}, t("convert.files")), list);
  const status = createStatus(() => cards.flatMap(({ job }) => converted(job) ?? []));
  /** @type {Card[]} */
  const cards = [];
  /** @type {Job | null} */
  let shown = null; // the job on the stage
  /** @type {Kept[]} */
  let unheard = []; // of before a reload, about which the server did not answer
  const awaitEnds = createAlarm(expire);

  /** @type {(of: { name: string, size: number, file: File | null }) => Job} */
  function place(of) {
    const job = createJob(of, { run, limit, changed: update });
    const card = createCard(job, limit, { again, remove, show: look });
    cards.push(card);
    list.append(card.node);
    return job;
  }

  /** @type {(files: File[]) => void} */
  function add(files) {
    if (files.length === 0 || !options.check()) return;
    const values = options.values();
    const jobs = files.map((file) => place({ name: file.name, size: file.size, file }));
    for (const job of jobs) job.start(values);
    count();
    announce(t("convert.added", { n: files.length }));
  }

  /** @type {(job: Job) => void} */
  function update(job) {
    cards.find((card) => card.job === job)?.update();
    const { phase } = job.state;
    // keys: convert.said.*
    if (phase === "done" || phase === "failed") announce(t(`convert.said.${phase}`, { name: job.name }));
    if (phase === "done" && (shown === null || shown === job)) show(job);
    if (phase !== "uploading" && phase !== "converting") count(); // those come many times a second
  }

  // Says how many files are ready, and keeps the list for a reload.
  function count() {
    const jobs = cards.map(({ job }) => job);
    const done = jobs.filter(({ state }) => state.phase === "done").length;
    node.hidden = cards.length === 0;
    status.show(done, cards.length);
    leads(done < 2);
    keep([...unheard, ...jobs.filter(({ url, state }) => url && ("share" in state || state.phase === "done"))
      .map(({ name, size, options: chosen, url }) => ({ name, size, options: chosen, url }))]);
    review();
    changed(cards.length);
    awaitEnds(jobs.flatMap((job) => endOf(job) ?? []));
  }

  // The clock of this device may be wrong, so the server is asked.
  async function expire() {
    let gone = 0;
    for (const { job } of [...cards]) {
      const end = endOf(job);
      if (end === null || end > Date.now() || !await isGone(job.url)) continue;
      drop(job);
      gone += 1;
    }
    status.expired(gone);
    count();
  }

  // Files that were converted in another way than the settings now say can be converted again.
  const stale = () => {
    const wanted = JSON.stringify(options.values());
    return cards.map(({ job }) => job).filter(({ file, state, options: chosen }) =>
      file && state.phase === "done" && JSON.stringify(chosen) !== wanted);
  };
  const review = () => options.offer(stale().length);

  /** @type {(job?: Job) => void} */
  function again(job) {
    if (!options.check()) return;
    const values = options.values();
    for (const one of job ? [job] : stale()) one.start(values);
  }

  /** @type {(job: Job) => void} */
  function show(job) {
    shown = job;
    for (const card of cards) card.mark(card.job === job);
    stage.show(job);
  }

  /** @type {(job: Job) => void} */
  function look(job) {
    show(job);
    document.querySelector(".model-title")?.scrollIntoView({ block: "nearest" });
  }

  // Takes a job away, and returns its place.
  /** @type {(job: Job) => number} */
  function drop(job) {
    const at = cards.findIndex((card) => card.job === job);
    if (at < 0) return at; // it was removed meanwhile
    cards[at].node.remove();
    cards.splice(at, 1);
    if (shown === job) {
      shown = null;
      stage.clear();
      const next = cards.find((card) => card.job.state.phase === "done");
      if (next) show(next.job);
    }
    return at;
  }

  /** @type {(job: Job) => void} */
  function remove(job) {
    const at = drop(job);
    count();
    // The button that was pressed is gone, so the focus goes to the file that has moved to its
    // place.
    if (cards.length > 0) cards[Math.min(at, cards.length - 1)].focus();
    announce(t("convert.removed", { name: job.name }));
  }

  /** Brings back the files that were here before a reload, and says how many have expired.
   *  @type {() => Promise<void>} */
  async function restore() {
    const { found, gone, unheard: rest } = await recall();
    unheard = rest;
    for (const { entry, now } of found) {
      const job = place({ name: entry.name, size: entry.size, file: null });
      job.options = entry.options;
      job.resume(now);
    }
    status.expired(gone);
    count();
  }

  return { node, status, add, review, again, restore };
}

// When the files of a job expire, in milliseconds, if it has some.
/** @type {(job: Job) => number | null} */
const endOf = ({ state }) => (state.phase === "done" ? Date.parse(state.result.expires_at) : null);
