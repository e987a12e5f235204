export default {
  "solid.close": "Close",
  "solid.loading": "Loading the solid…",
  "solid.none": "This browser cannot turn solids: WebGL 2 is missing or switched off. This is its picture.",
  "solid.shown": "The solid is here, and can be turned.",
  "solid.view": "{name}, a solid to turn",
  "solid.help": "Drag it, or use the arrow keys. + and − bring it nearer or farther.",
  "solid.tools": "Ways to turn it",
  "solid.turning": "Let it turn",
  "solid.do.left": "Turn left",
  "solid.do.right": "Turn right",
  "solid.do.up": "Look from further up",
  "solid.do.down": "Look from further down",
  "solid.do.nearer": "Nearer",
  "solid.do.farther": "Farther"
};
