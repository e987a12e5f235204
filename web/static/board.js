// Starts the page of the bulletin board: the list of elections, one of them at /board/<id> with
// its poll book at #slip and its minutes at #minutes, the hall's screen at #hall for one election or the last, what a
// device sealed at /board#/check/…, a log that is watched at /board#/watch/…, or a page for key holders
// at /board#/key/…, sheet/…, try/… and count/….

import { openPage } from "./lib/shell.js";
import { countView } from "./views/board/count.js";
import { deviceView } from "./views/board/device.js";
import { electionView } from "./views/board/election.js";
import { keyView } from "./views/board/key.js";
import { hallView } from "./views/board/hall.js";
import { listView } from "./views/board/list.js";
import { minutesView } from "./views/board/minutes.js";
import { sheetView } from "./views/board/sheet.js";
import { tryView } from "./views/board/try.js";
import { watchView } from "./views/board/watch.js";

const ELECTION = /^\/board\/([a-z2-7]{26})$/;

/** What a route shows, with the group of the pattern.
 *  @type {[pattern: RegExp, view: (signal: AbortSignal, group: string) => ReturnType<View>][]} */
const ROUTES = [
  [/^\/check\/([A-Za-z0-9_-]+)$/, deviceView],
  [/^\/key\/([a-z2-7]{26})$/, keyView],
  [/^\/sheet(?:\/([A-Za-z2-7]{56}))?$/, sheetView],
  [/^\/try\/([a-z2-7]{26})$/, tryView],
  [/^\/count\/([a-z2-7]{26})$/, countView],
  [/^\/watch\/([a-z2-7]{26})$/, watchView],
];

openPage({
  messages: ["board", "holder"],
  viewOf: (route, info) => {
    const found = ELECTION.exec(location.pathname);
    if (route === "hall") return (signal) => hallView(signal, info, found?.[1] ?? "");
    if (found) return (signal) => (route === "minutes" ? minutesView : electionView)(signal, found[1], info, route);
    for (const [pattern, view] of ROUTES) {
      const matched = pattern.exec(route);
      if (matched) return (signal) => view(signal, matched[1] ?? "");
    }
    return listView;
  },
});
