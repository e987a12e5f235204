export default {
  "slip.qr": "QR-Code zum Abstimmen als {name}",
  "slip.until": "bis {end}",
  "slip.noEnd": "ohne festes Ende",
  "slip.at": "Code scannen oder öffnen:",
  "slip.with": "Mitgliedsschlüssel",
  "slip.keyNumber": "Schlüsselnummer",
  "slip.code": "Zettelcode",
  "slip.member": "Mitglied {member}",
  "slip.reserve": "Ersatzzettel für einen verlorenen Zugangszettel",
  "slip.letter": "Guten Tag, {name}\n\nSie sind zur Abstimmung eingeladen: {election}.\nDie Abstimmung endet am {end}.\n\nScannen Sie den Code unten mit Ihrem Telefon. Er öffnet Ihren Stimmzettel: Sie brauchen kein Passwort, und niemand sieht, was Sie wählen. Ohne Telefon öffnen Sie die Adresse auf einem Computer und tippen Ihren Mitgliedsschlüssel ein.\n\nZeigen Sie diesen Brief niemandem: Wer ihn hat, kann in Ihrem Namen abstimmen.\n\nFragen? {contact}\n\n{organisation}"
};
