// Made of the files of words by "go test ./web -run TestTypesNameEveryPart -update".

/** A part of the words that pages load. */
type Part =
  | "admin"
  | "audit"
  | "board"
  | "convert"
  | "docs"
  | "hands"
  | "holder"
  | "machine"
  | "mail"
  | "minutes"
  | "motion"
  | "nominations"
  | "outcome"
  | "paper"
  | "refusals"
  | "registrar"
  | "roll"
  | "settings"
  | "shell"
  | "slip"
  | "solid"
  | "steps"
  | "urn"
  | "voter";

/** A key of a text. French has all keys: English leaves out what the server says itself. */
type MessageKey =
  | keyof typeof import("../../words/fr/admin.json")
  | keyof typeof import("../../words/fr/audit.json")
  | keyof typeof import("../../words/fr/board.json")
  | keyof typeof import("../../words/fr/convert.json")
  | keyof typeof import("../../words/fr/docs.json")
  | keyof typeof import("../../words/fr/hands.json")
  | keyof typeof import("../../words/fr/holder.json")
  | keyof typeof import("../../words/fr/machine.json")
  | keyof typeof import("../../words/fr/mail.json")
  | keyof typeof import("../../words/fr/minutes.json")
  | keyof typeof import("../../words/fr/motion.json")
  | keyof typeof import("../../words/fr/nominations.json")
  | keyof typeof import("../../words/fr/outcome.json")
  | keyof typeof import("../../words/fr/paper.json")
  | keyof typeof import("../../words/fr/refusals.json")
  | keyof typeof import("../../words/fr/registrar.json")
  | keyof typeof import("../../words/fr/roll.json")
  | keyof typeof import("../../words/fr/settings.json")
  | keyof typeof import("../../words/fr/shell.json")
  | keyof typeof import("../../words/fr/slip.json")
  | keyof typeof import("../../words/fr/solid.json")
  | keyof typeof import("../../words/fr/steps.json")
  | keyof typeof import("../../words/fr/urn.json")
  | keyof typeof import("../../words/fr/voter.json");
