// Starts the page of the bulletin board: the list of elections, or one of them at /board/<id>.

import { openPage } from "./lib/shell.js";
import { electionView } from "./views/board/election.js";
import { listView } from "./views/board/list.js";

const ELECTION = /^\/board\/([a-z2-7]{26})$/;

openPage({
  messages: ["board"],
  viewOf: (route, info) => {
    const found = ELECTION.exec(location.pathname);
    return found ? (signal) => electionView(signal, found[1], route, info) : listView;
  },
});
