export default {
  "registrar.title": "Preparar las tarjetas de voto",
  "registrar.lead": "Aquí prepara las tarjetas de voto de una asamblea, en su propio ordenador. Esta página no envía nada. Desconecte la red antes de elegir el archivo, y déjela desconectada hasta que haya cerrado la página.",
  "registrar.file": "Archivo de personas",
  "registrar.file.hint": "La secretaría lo guarda desde el servidor como {file}.",
  "registrar.file.wrong": "No es un archivo de personas, o no está entero. Pida uno nuevo a la secretaría.",
  "registrar.people": { one: "{title}: {n} persona, elecciones {first} a {last}", other: "{title}: {n} personas, elecciones {first} a {last}" },
  "registrar.make": "Preparar las tarjetas de voto",
  "registrar.making": "Está listo el {percent} %. Deje esta página abierta.",
  "registrar.drawing": "{n} de {of} tarjetas de voto están dibujadas.",
  "registrar.made": "Las tarjetas de voto están listas",
  "registrar.print": "Imprimir las tarjetas de voto",
  "registrar.print.hint": "Las tarjetas de voto están en las primeras páginas, una por persona. Las tarjetas de reserva están en las páginas siguientes. Meta cada tarjeta de reserva en un sobre propio, escriba el nombre en él, ciérrelo, y guarde todos los sobres bajo llave.",
  "registrar.save": "Guardar credentials.json",
  "registrar.save.hint": "Entregue este archivo a la secretaría, que lo sube al servidor. No contiene ningún secreto.",
  "registrar.close": "Cierre esta página cuando ambas cosas estén hechas. Entonces los códigos desaparecen de este ordenador, y nadie puede imprimir otra vez las mismas tarjetas de voto."
};
