// A path must be spelt out to be found, so each language lists its parts. This one has those that
// voters and key holders meet, and what is printed for them; other pages do not offer it.

export default {
  name: "Español",
  locale: "es-ES", // of numbers and dates
  parts: {
    admin: null,
    audit: null,
    board: () => import("./board.js"),
    convert: null,
    docs: null,
    hands: null,
    holder: () => import("./holder.js"),
    machine: null,
    mail: null,
    minutes: () => import("./minutes.js"),
    motion: null,
    nominations: null,
    outcome: () => import("./outcome.js"),
    paper: null,
    refusals: () => import("./refusals.js"),
    registrar: () => import("./registrar.js"),
    roll: null,
    settings: null,
    shell: () => import("./shell.js"),
    slip: () => import("./slip.js"),
    solid: () => import("./solid.js"),
    steps: null,
    urn: null,
    voter: () => import("./voter.js"),
  },
};
