// The files of this visit, the newest first, each with its card; one of them is on the stage.

import { announce, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { createCard } from "./card.js";
import { createJob, createQueue } from "./job.js";

const AT_A_TIME = 2; // files that go up and are converted side by side

/**
 * The shelf: {node, add(files)}. `options` are the settings (settings.js), `stage` shows models (stage.js), `limit` is the
 * number of bytes that the server takes. whenEmpty() is told when a person has removed the last file.
 */
export function createShelf({ options, stage, limit, whenEmpty }) {
  const run = createQueue(AT_A_TIME);
  const list = h("ul", { class: "files" });
  const node = h("section", { class: "file-list", hidden: true }, h("h2", {}, t("convert.files")), list);
  const cards = [];
  let shown = null; // the job on the stage

  const cardOf = (job) => cards.find((card) => card.job === job);

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

  function changed(job) {
    const card = cardOf(job);
    card.update();
    const { phase } = job.state;
    // keys: convert.said.*
    if (phase === "done" || phase === "failed") announce(t(`convert.said.${phase}`, { name: job.file.name }));
    if (phase === "done" && (shown === null || shown === job)) show(job);
  }

  function again(job) {
    if (options.check()) job.start(options.values());
  }

  function show(job) {
    shown = job;
    for (const card of cards) card.mark(card.job === job);
    stage.show(job);
  }

  function look(job) {
    show(job);
    stage.node.scrollIntoView({ block: "nearest" });
  }

  function remove(job) {
    const at = cards.indexOf(cardOf(job));
    cards[at].node.remove();
    cards.splice(at, 1);
    if (shown === job) {
      shown = null;
      stage.clear();
      const next = cards.find((card) => card.job.state.phase === "done");
      if (next) show(next.job);
    }
    node.hidden = cards.length === 0;
    // The button that was pressed is gone: the reader goes on at what has moved up to its place.
    if (cards.length > 0) cards[Math.min(at, cards.length - 1)].focus();
    else whenEmpty();
    announce(t("convert.removed", { name: job.file.name }));
  }

  return { node, add };
}
