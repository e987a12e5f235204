export default {
  "registrar.title": "Zugangszettel herstellen",
  "registrar.lead": "Hier stellen Sie die Zugangszettel einer Versammlung her, auf Ihrem eigenen Rechner. Diese Seite sendet nichts. Schalten Sie das Netz ab, bevor Sie die Datei wählen, und lassen Sie es abgeschaltet, bis Sie die Seite geschlossen haben.",
  "registrar.file": "Personendatei",
  "registrar.file.hint": "Das Sekretariat speichert sie vom Server als {file}.",
  "registrar.file.wrong": "Das ist keine Personendatei, oder sie ist nicht vollständig. Bitten Sie das Sekretariat um eine neue.",
  "registrar.people": { one: "{title}: {n} Person, Wahlen {first} bis {last}", other: "{title}: {n} Personen, Wahlen {first} bis {last}" },
  "registrar.make": "Zugangszettel herstellen",
  "registrar.making": "{percent} % sind fertig. Lassen Sie diese Seite offen.",
  "registrar.drawing": "{n} von {of} Zugangszetteln sind gezeichnet.",
  "registrar.made": "Die Zugangszettel sind fertig",
  "registrar.print": "Zugangszettel drucken",
  "registrar.print.hint": "Auf den ersten Seiten stehen die Zugangszettel, einer für jede Person. Auf den Seiten danach stehen die Ersatzzettel. Stecken Sie jeden Ersatzzettel in einen eigenen Umschlag, schreiben Sie den Namen darauf, kleben Sie ihn zu und schließen Sie alle Umschläge weg.",
  "registrar.save": "credentials.json speichern",
  "registrar.save.hint": "Geben Sie diese Datei dem Sekretariat, das sie hochlädt. Sie enthält kein Geheimnis.",
  "registrar.close": "Schließen Sie diese Seite, wenn beides getan ist. Dann sind die Codes von diesem Rechner verschwunden, und niemand kann dieselben Zugangszettel noch einmal drucken."
};
