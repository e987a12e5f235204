// How many files are ready, beside the button that adds more, with the button that saves all of them.

import { h, refill } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { zipButton } from "./downloads.js";

/** @import { Converted } from "./downloads.js" */
/** @typedef {{ node: HTMLElement, news: HTMLElement, show(done: number, many: number): void,
 *   expired(n: number): void }} Status */

const ALL = "models.zip";

/** The line. models() is what the button saves; expired(n) says in `news` that files have expired.
 *  @type {(models: () => Converted[]) => Status} */
export function createStatus(models) {
  const words = h("p", { class: "shelf-words" });
  const all = zipButton(models, t("convert.download.all"), "button", ALL);
  const node = h("div", { class: "shelf", hidden: true }, words, all);
  const news = h("p", { class: "shelf-news", role: "status" });
  return {
    node,
    news,
    show(done, many) {
      node.hidden = many < 2;
      all.hidden = done < 2;
      refill(words, t("convert.ready", { n: done, all: many }));
    },
    expired(n) {
      if (n > 0) news.textContent = t("convert.expired", { n });
    },
  };
}
