// How the administrator wants a table of the roll to be read: the row of the heads, the columns, the order of dates,
// the answers to questions about lines, and who leaves the roll.

/** @typedef {{ choice: "same" | "another" | "skip" | "person", entryId?: string, ofLine?: number }} Answer */
/** @typedef {ReturnType<typeof importPlan>} ImportPlan */

/**
 * A plan that says nothing yet. changed(wait) is called after every change; the file is read again after that many
 * milliseconds. oneOf are the groups of which each person is in exactly one; they stay for the next file.
 * @param {(wait?: number) => void} changed
 * @param {Set<string>} oneOf
 */
export function importPlan(changed, oneOf) {
  /** @type {number | undefined} */
  let headRow;
  /** @type {string[] | undefined} */
  let columns;
  let dates = "";
  let leaveFaults = false;
  /** @type {Map<number, Answer>} */
  const answers = new Map();
  /** @type {Set<string>} */
  const leaving = new Set();
  /** @type {Api.RollReport | undefined} */
  let report;
  return {
    /** Lines that still wait for an answer. */
    waiting: () => (report?.lines ?? []).filter(({ line, outcome }) => outcome === "asked" && !answers.has(line)),
    /** What the last reading of the file says. */
    report: () => report,
    answers,
    leaving,
    oneOf,
    /** The query of the import. @type {(dryRun: boolean) => URLSearchParams} */
    query: (dryRun) => new URLSearchParams({ dryRun: String(dryRun), ...(dates ? { dates } : {}) }),
    /** The body of the import, and the answers in it. */
    sent: () => ({
      answers: new Map(answers),
      body: { headRow, columns, answers: [...answers].map(([line, answer]) => ({ line, ...answer })),
        leaveFaults, remove: [...leaving], oneOf: [...oneOf] },
    }),
    /** Takes what was read. An answer after which a line still waits was no answer to its question.
     *  @type {(next: Api.RollReport, sent: Map<number, Answer>) => void} */
    read(next, sent) {
      report = next;
      for (const { line, outcome } of next.lines)
        if (outcome === "asked" && sent.get(line) === answers.get(line)) answers.delete(line);
      const missing = new Set(next.missing.map(({ entryId }) => entryId));
      for (const id of leaving) if (!missing.has(id)) leaving.delete(id);
    },
    /** Answers lines, or takes their answers back. @type {(given: Iterable<[number, Answer | undefined]>) => void} */
    answer(given) {
      for (const [line, answer] of given) {
        if (answer) answers.set(line, answer);
        else answers.delete(line);
      }
      changed();
    },
    /** Takes lines in without the cells that are wrong. */
    leaveFaults() {
      leaveFaults = true;
      changed();
    },
    /** Moves the heads, whose columns are found anew. @type {(row: number) => void} */
    moveHeads(row) {
      headRow = row;
      columns = undefined;
      answers.clear();
      changed(0);
    },
    /** @type {(fields: string[]) => void} */
    assign(fields) {
      columns = fields;
      answers.clear();
      changed(0);
    },
    /** @type {(order: string) => void} */
    orderDates(order) {
      dates = order;
      changed(0);
    },
    /** Adds groups of which each person is in exactly one, or takes them away.
     *  @type {(names: string[], add: boolean) => void} */
    placeIn(names, add) {
      for (const name of names) {
        if (add) oneOf.add(name);
        else oneOf.delete(name);
      }
      changed();
    },
    /** @type {(ids: string[], leave: boolean) => void} */
    leave(ids, leave) {
      for (const id of ids) {
        if (leave) leaving.add(id);
        else leaving.delete(id);
      }
      changed();
    },
  };
}
