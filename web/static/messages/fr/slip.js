export default {
  "slip.qr": "Code QR pour voter en tant que {name}",
  "slip.until": "jusqu’au {end}",
  "slip.noEnd": "sans date de fin",
  "slip.at": "Scannez le code, ou ouvrez",
  "slip.with": "Clé de membre",
  "slip.keyNumber": "Numéro de clé",
  "slip.code": "Code de la carte de vote",
  "slip.member": "Membre {member}",
  "slip.reserve": "Carte de vote de réserve, à la place d’une carte de vote perdue",
  "slip.letter": "Bonjour {name},\n\nvous êtes invité à voter : {election}.\nLe vote se termine le {end}.\n\nScannez le code ci-dessous avec votre téléphone. Il ouvre votre bulletin : aucun mot de passe n’est nécessaire, et personne ne voit votre choix. Sans téléphone, ouvrez l’adresse sur un ordinateur et saisissez votre clé de membre.\n\nGardez cette lettre pour vous : qui l’a peut voter à votre place.\n\nDes questions ? {contact}\n\n{organisation}"
};
