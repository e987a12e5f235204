// A path must be spelt out to be found, so each language lists its parts.

export default {
  name: "English",
  locale: "en-GB", // of numbers and dates
  parts: {
    admin: () => import("./admin.js"),
    audit: () => import("./audit.js"),
    board: () => import("./board.js"),
    convert: () => import("./convert.js"),
    docs: () => import("./docs.js"),
    hands: () => import("./hands.js"),
    holder: () => import("./holder.js"),
    machine: () => import("./machine.js"),
    mail: () => import("./mail.js"),
    minutes: () => import("./minutes.js"),
    motion: () => import("./motion.js"),
    nominations: () => import("./nominations.js"),
    outcome: () => import("./outcome.js"),
    paper: () => import("./paper.js"),
    refusals: null, // the server says these in English
    registrar: () => import("./registrar.js"),
    roll: () => import("./roll.js"),
    settings: () => import("./settings.js"),
    shell: () => import("./shell.js"),
    slip: () => import("./slip.js"),
    solid: () => import("./solid.js"),
    steps: () => import("./steps.js"),
    urn: () => import("./urn.js"),
    voter: () => import("./voter.js"),
  },
};
