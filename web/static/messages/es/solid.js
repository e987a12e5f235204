export default {
  "solid.close": "Cerrar",
  "solid.loading": "Cargando el sólido…",
  "solid.none": "Este navegador no puede girar sólidos: falta WebGL 2 o está desactivado. Esta es su imagen.",
  "solid.shown": "El sólido está aquí y se puede girar.",
  "solid.view": "{name}, un sólido para girar",
  "solid.help": "Arrástrelo o use las flechas. + y − lo acercan y lo alejan.",
  "solid.tools": "Formas de girarlo",
  "solid.turning": "Dejar que gire",
  "solid.do.left": "Girar a la izquierda",
  "solid.do.right": "Girar a la derecha",
  "solid.do.up": "Mirar desde más arriba",
  "solid.do.down": "Mirar desde más abajo",
  "solid.do.nearer": "Más cerca",
  "solid.do.farther": "Más lejos"
};
