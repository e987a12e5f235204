export default {
  "registrar.title": "Préparer les talons",
  "registrar.lead": "Vous préparez ici les talons d’une assemblée, sur votre propre ordinateur. Cette page n’envoie rien. Coupez le réseau avant de choisir le fichier, et laissez-le coupé jusqu’à ce que vous ayez fermé la page.",
  "registrar.file": "Fichier des personnes",
  "registrar.file.hint": "La ou le secrétaire l’enregistre depuis le serveur, sous le nom {file}.",
  "registrar.file.wrong": "Ce n’est pas un fichier des personnes, ou il n’est pas entier. Demandez-en un nouveau au secrétariat.",
  "registrar.people": { one: "{title} : {n} personne, élections {first} à {last}", other: "{title} : {n} personnes, élections {first} à {last}" },
  "registrar.make": "Préparer les talons",
  "registrar.making": "{percent} % est prêt. Laissez cette page ouverte.",
  "registrar.drawing": "{n} talons sur {of} sont dessinés.",
  "registrar.made": "Les talons sont prêts",
  "registrar.print": "Imprimer les talons",
  "registrar.print.hint": "Les talons sont sur les premières pages, un par personne. Les talons de réserve sont sur les pages suivantes. Mettez chaque talon de réserve dans une enveloppe à part, écrivez-y le nom, cachetez-la, et gardez toutes les enveloppes sous clé.",
  "registrar.save": "Enregistrer credentials.json",
  "registrar.save.hint": "Donnez ce fichier au secrétariat, qui l’envoie au serveur. Il ne contient aucun secret.",
  "registrar.close": "Fermez cette page quand les deux sont faits. Les codes disparaissent alors de cet ordinateur, et personne ne peut imprimer une seconde fois les mêmes talons."
};
