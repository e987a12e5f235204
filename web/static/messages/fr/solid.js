export default {
  "solid.close": "Fermer",
  "solid.loading": "Chargement du solide…",
  "solid.none": "Ce navigateur ne sait pas tourner de solides : WebGL 2 manque ou est désactivé. Voici son image.",
  "solid.shown": "Le solide est là, vous pouvez le tourner.",
  "solid.view": "{name}, un solide à tourner",
  "solid.help": "Faites-le glisser, ou utilisez les flèches. + et − l’approchent et l’éloignent.",
  "solid.tools": "Façons de le tourner",
  "solid.turning": "Le laisser tourner",
  "solid.do.left": "Tourner à gauche",
  "solid.do.right": "Tourner à droite",
  "solid.do.up": "Regarder de plus haut",
  "solid.do.down": "Regarder de plus bas",
  "solid.do.nearer": "Plus près",
  "solid.do.farther": "Plus loin"
};
