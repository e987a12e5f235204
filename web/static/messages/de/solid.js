export default {
  "solid.close": "Schließen",
  "solid.loading": "Der Körper wird geladen…",
  "solid.none": "Dieser Browser kann Körper nicht drehen: WebGL 2 fehlt oder ist ausgeschaltet. Dies ist sein Bild.",
  "solid.shown": "Der Körper ist da und lässt sich drehen.",
  "solid.view": "{name}, ein Körper zum Drehen",
  "solid.help": "Ziehen Sie ihn oder nehmen Sie die Pfeiltasten. + und − holen ihn näher und rücken ihn weiter weg.",
  "solid.tools": "Wie Sie ihn drehen",
  "solid.turning": "Drehen lassen",
  "solid.do.left": "Nach links drehen",
  "solid.do.right": "Nach rechts drehen",
  "solid.do.up": "Von weiter oben ansehen",
  "solid.do.down": "Von weiter unten ansehen",
  "solid.do.nearer": "Näher",
  "solid.do.farther": "Weiter weg"
};
