export default {
  "registrar.title": "Préparer les cartes de vote",
  "registrar.lead": "Vous préparez ici les cartes de vote d’une assemblée, sur votre propre ordinateur. Cette page n’envoie rien. Coupez le réseau avant de choisir le fichier, et laissez-le coupé jusqu’à ce que vous ayez fermé la page.",
  "registrar.file": "Fichier des personnes",
  "registrar.file.hint": "La ou le secrétaire l’enregistre depuis le serveur, sous le nom {file}.",
  "registrar.file.wrong": "Ce n’est pas un fichier des personnes, ou il n’est pas entier. Demandez-en un nouveau au secrétariat.",
  "registrar.people": { one: "{title} : {n} personne, élections {first} à {last}", other: "{title} : {n} personnes, élections {first} à {last}" },
  "registrar.make": "Préparer les cartes de vote",
  "registrar.making": "{percent} % est prêt. Laissez cette page ouverte.",
  "registrar.drawing": "{n} cartes de vote sur {of} sont dessinées.",
  "registrar.made": "Les cartes de vote sont prêtes",
  "registrar.print": "Imprimer les cartes de vote",
  "registrar.print.hint": "Les cartes de vote sont sur les premières pages, une par personne. Les cartes de vote de réserve sont sur les pages suivantes. Mettez chaque carte de vote de réserve dans une enveloppe à part, écrivez-y le nom, cachetez-la, et gardez toutes les enveloppes sous clé.",
  "registrar.save": "Enregistrer credentials.json",
  "registrar.save.hint": "Donnez ce fichier au secrétariat, qui l’envoie au serveur. Il ne contient aucun secret.",
  "registrar.close": "Fermez cette page quand les deux sont faits. Les codes disparaissent alors de cet ordinateur, et personne ne peut imprimer une seconde fois les mêmes cartes de vote."
};
