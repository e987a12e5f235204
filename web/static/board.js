// Starts the page of the bulletin board: the list of elections, one of them at /board/<id>, or what a
// device sealed at /board#/check/….

import { openPage } from "./lib/shell.js";
import { deviceView } from "./views/board/device.js";
import { electionView } from "./views/board/election.js";
import { listView } from "./views/board/list.js";

const ELECTION = /^\/board\/([a-z2-7]{26})$/;

const CHECK = /^\/check\/([A-Za-z0-9_-]+)$/;

openPage({
  messages: ["board"],
  viewOf: (route, info) => {
    const found = ELECTION.exec(location.pathname);
    if (found) return (signal) => electionView(signal, found[1], route, info);
    const checked = CHECK.exec(route);
    return checked ? (signal) => deviceView(signal, checked[1]) : listView;
  },
});
