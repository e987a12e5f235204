export default {
  "slip.qr": "Código QR para votar como {name}",
  "slip.until": "hasta el {end}",
  "slip.noEnd": "sin fecha de fin",
  "slip.at": "Escanee el código, o abra",
  "slip.with": "Clave de miembro",
  "slip.keyNumber": "Número de clave",
  "slip.code": "Código de la tarjeta de voto",
  "slip.member": "Miembro {member}",
  "slip.reserve": "Tarjeta de reserva, en lugar de una tarjeta de voto perdida",
  "slip.letter": "Hola, {name}:\n\nLe invitamos a votar: {election}.\nLa votación termina el {end}.\n\nEscanee el código de abajo con su teléfono. Abre su papeleta: no necesita contraseña, y nadie ve lo que elige. Sin un teléfono que escanee, abra la dirección en cualquier ordenador y escriba su clave de miembro.\n\nNo enseñe esta carta a nadie: quien la tenga puede votar en su nombre.\n\n¿Alguna pregunta? {contact}\n\n{organisation}"
};
