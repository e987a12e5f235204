// Made of the files of words by "go test ./web -run TestTypesNameEveryPart -update".

/** A part of the words that pages load. */
type Part =
  | "admin"
  | "audit"
  | "board"
  | "convert"
  | "datasheet"
  | "docs"
  | "hands"
  | "holder"
  | "kept"
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
  | keyof typeof import("../../store/words/fr/admin.json")
  | keyof typeof import("../../store/words/fr/audit.json")
  | keyof typeof import("../../store/words/fr/board.json")
  | keyof typeof import("../../store/words/fr/convert.json")
  | keyof typeof import("../../store/words/fr/datasheet.json")
  | keyof typeof import("../../store/words/fr/docs.json")
  | keyof typeof import("../../store/words/fr/hands.json")
  | keyof typeof import("../../store/words/fr/holder.json")
  | keyof typeof import("../../store/words/fr/kept.json")
  | keyof typeof import("../../store/words/fr/machine.json")
  | keyof typeof import("../../store/words/fr/mail.json")
  | keyof typeof import("../../store/words/fr/minutes.json")
  | keyof typeof import("../../store/words/fr/motion.json")
  | keyof typeof import("../../store/words/fr/nominations.json")
  | keyof typeof import("../../store/words/fr/outcome.json")
  | keyof typeof import("../../store/words/fr/paper.json")
  | keyof typeof import("../../store/words/fr/refusals.json")
  | keyof typeof import("../../store/words/fr/registrar.json")
  | keyof typeof import("../../store/words/fr/roll.json")
  | keyof typeof import("../../store/words/fr/settings.json")
  | keyof typeof import("../../store/words/fr/shell.json")
  | keyof typeof import("../../store/words/fr/slip.json")
  | keyof typeof import("../../store/words/fr/solid.json")
  | keyof typeof import("../../store/words/fr/steps.json")
  | keyof typeof import("../../store/words/fr/urn.json")
  | keyof typeof import("../../store/words/fr/voter.json");
