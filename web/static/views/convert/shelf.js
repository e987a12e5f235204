// The files of this visit, the newest first, each with its card. One of them is on the stage.

import { announce, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { createCard } from "./card.js";
import { createJob, createQueue } from "./job.js";

const AT_A_TIME = 2; // files that are uploaded and converted at the same time

/** @import { Card } from "./card.js" */
/** @import { Job } from "./job.js" */
/** @import { Settings } from "./settings.js" */
/** @import { Stage } from "./stage.js" */

/**
 * The shelf. `limit` is the number of bytes that the server takes. Calls whenEmpty() when a person
 * has removed the last file.
 * @type {(of: { options: Settings, stage: Stage, limit: number, whenEmpty: () => void }) =>
 *   { node: HTMLElement, add(files: File[]): void }}
 */
export function createShelf({ options, stage, limit, whenEmpty }) {
  const run = createQueue(AT_A_TIME);
  const list = h("ul", { class: "files" });
  const node = h("section", { class: "file-list", hidden: true }, h("h2", {}, t("convert.files")), list);
  /** @type {Card[]} */
  const cards = [];
  /** @type {Job | null} */
  let shown = null; // the job on the stage

  /** @type {(job: Job) => Card | undefined} */
  const cardOf = (job) => cards.find((card) => card.job === job);

  /** @type {(files: File[]) => void} */
  function add(files) {
    if (files.length === 0 || !options.check()) return;
    const values = options.values();
    for (const file of files) {
      const job = createJob(file, { run, limit, changed });
      const card = createCard(job, limit, { again, remove, show: look });
      cards.unshift(card);
      list.prepend(card.node);
      job.start(values);
    }
    node.hidden = false;
    announce(t("convert.added", { n: files.length }));
  }

  /** @type {(job: Job) => void} */
  function changed(job) {
    cardOf(job)?.update();
    const { phase } = job.state;
    // keys: convert.said.*
    if (phase === "done" || phase === "failed") announce(t(`convert.said.${phase}`, { name: job.file.name }));
    if (phase === "done" && (shown === null || shown === job)) show(job);
  }

  /** @type {(job: Job) => void} */
  function again(job) {
    if (options.check()) job.start(options.values());
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
    stage.node.scrollIntoView({ block: "nearest" });
  }

  /** @type {(job: Job) => void} */
  function remove(job) {
    const at = cards.findIndex((card) => card.job === job);
    cards[at].node.remove();
    cards.splice(at, 1);
    if (shown === job) {
      shown = null;
      stage.clear();
      const next = cards.find((card) => card.job.state.phase === "done");
      if (next) show(next.job);
    }
    node.hidden = cards.length === 0;
    // The button that was pressed is gone, so the focus goes to the file that has moved to its
    // place.
    if (cards.length > 0) cards[Math.min(at, cards.length - 1)].focus();
    else whenEmpty();
    announce(t("convert.removed", { name: job.file.name }));
  }

  return { node, add };
}
