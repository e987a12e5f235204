export default {
  "registrar.title": "Make the slips",
  "registrar.lead": "Here you make the slips of an assembly, on your own computer. This page sends nothing. Switch the network off before you choose the file, and leave it off until you have closed the page.",
  "registrar.file": "People file",
  "registrar.file.hint": "The secretary saves it from the server as {file}.",
  "registrar.file.wrong": "This is no people file, or a part of it is missing. Ask the secretary for a new one.",
  "registrar.people": { one: "{title}: {n} person, elections {first} to {last}", other: "{title}: {n} people, elections {first} to {last}" },
  "registrar.make": "Make the slips",
  "registrar.making": "{percent} % is made. Leave this page open.",
  "registrar.drawing": "{n} of {of} slips are drawn.",
  "registrar.made": "The slips are made",
  "registrar.print": "Print the slips",
  "registrar.print.hint": "The slips are on the first pages, one for each person. The reserve slips are on the pages after them. Put each reserve slip into an envelope of its own, write the name on it, close it, and lock all envelopes away.",
  "registrar.save": "Save credentials.json",
  "registrar.save.hint": "Give this file to the secretary, who uploads it. There is no secret in it.",
  "registrar.close": "Close this page when both are done. The codes are then gone from this computer, and nobody can print the same slips again."
};
