export default {
  "convert.title": "De STL à glTF",
  "convert.lead": "Transformez des modèles d’impression 3D en modèles pour le web. Déposez des fichiers STL, regardez-les sous tous les angles et téléchargez du glTF.",

  "convert.drop": "Déposez des fichiers STL n’importe où sur cette page",
  "convert.choose": "Choisir des fichiers STL",
  "convert.drop.hint": "Ou collez-les. Binaires ou textes, jusqu’à {limit} chacun. Les résultats restent sur ce serveur pendant {kept}.",
  "convert.settings": "Comment convertir",
  "convert.settings.hint": "Ces réglages valent pour les prochains fichiers que vous ajouterez et pour ceux que vous convertirez à nouveau.",
  "convert.settings.now": "Conversion en :",
  "convert.settings.change": "Modifier",

  "convert.method": "Méthode",
  "convert.method.custom-glb": "Un seul fichier GLB",
  "convert.method.custom-glb.about": "Pour le web et les téléphones : tout dans un seul fichier, compressé ou non. Solides et couleurs sont conservés.",
  "convert.method.custom": "glTF et BIN, exacts",
  "convert.method.custom.about": "Pour les fichiers de toute origine, même abîmés, quand l’exactitude des coordonnées compte : elles restent identiques au bit près. Solides et couleurs sont conservés.",
  "convert.method.meshlib": "glTF et BIN, par des bibliothèques",
  "convert.method.meshlib.about": "Pour les fichiers binaires courants : chaque facette est plane et porte sa propre normale, grâce aux bibliothèques hschendel/stl et qmuntal/gltf.",
  "convert.method.plain": "N’exige aucune extension de glTF.",
  "convert.method.extensions": "Peut exiger : {list}.",

  "convert.level": "Stockage",
  "convert.level.standard": "Standard",
  "convert.level.standard.about": "S’ouvre dans toutes les visionneuses. Normales lisses, flottants de 32 bits.",
  "convert.level.positions": "Positions seules",
  "convert.level.positions.about": "Sans normales, pour mesurer, imprimer ou retravailler. Certaines visionneuses l’affichent en noir.",
  "convert.level.quantized": "Quantifié",
  "convert.level.quantized.about": "Positions sur 16 bits : environ les deux tiers de la taille, à 1/131 070 près du plus long côté.",
  "convert.level.compact": "Compact",
  "convert.level.compact.about": "Quantifié et compressé : le plus petit. Pour three.js, Babylon.js et model-viewer avec leur décodeur meshopt.",

  "convert.unit": "Unité du fichier",
  "convert.unit.hint": "STL ne dit pas dans quelle unité sont ses nombres. glTF compte en mètres.",
  "convert.unit.mm": "Millimètres (mm)",
  "convert.unit.cm": "Centimètres (cm)",
  "convert.unit.m": "Mètres (m)",
  "convert.unit.in": "Pouces (in)",
  "convert.up": "Axe vertical",
  "convert.up.hint": "Les imprimantes ont Z vers le haut. Si votre modèle est couché, prenez l’autre.",
  "convert.up.z": "Z vers le haut",
  "convert.up.y": "Y vers le haut",
  "convert.normals": "Normales",
  "convert.normals.hint": "Elles lissent les surfaces rondes à l’écran. Sans elles, le fichier est plus petit, et les visionneuses montrent des facettes planes.",
  "convert.normals.shaded": "Avec normales",
  "convert.normals.none": "Sans normales",
  "convert.shading": "Ombrage",
  "convert.shading.hint": "Montrer chaque facette, ou les fondre en une surface lisse.",
  "convert.shading.crease": "Lisse, arêtes vives",
  "convert.shading.flat": "Facettes planes",
  "convert.shading.smooth": "Lisse partout",
  "convert.angle": "Arête vive à partir d’un angle de",
  "convert.angle.hint": "En degrés. Une arête reste vive si ses deux facettes se rencontrent sous un angle plus grand.",
  "convert.angle.short": "{angle}°",
  "convert.angle.wrong": "Saisissez un angle de 0 à 180 degrés",
  "convert.name": "Nom du modèle",
  "convert.name.hint": "Il est écrit dans le fichier, pour les programmes qui énumèrent les pièces.",
  "convert.name.long": "Le nom est trop long : {limit} octets au plus",

  "convert.files": "Vos fichiers",
  "convert.added": { one: "{n} fichier ajouté.", other: "{n} fichiers ajoutés." },
  "convert.removed": "{name} retiré de la liste.",
  "convert.said.done": "{name} est converti.",
  "convert.said.failed": "{name} n’a pas pu être converti.",
  "convert.badge.moving": "En cours",
  "convert.badge.done": "Converti",
  "convert.badge.failed": "Non converti",
  "convert.badge.cancelled": "Annulé",
  "convert.phase.queued": "Attend les fichiers précédents",
  "convert.phase.uploading": "Envoi",
  "convert.phase.waiting": "Envoyé, attend le convertisseur",
  "convert.phase.converting": "Conversion",
  "convert.stage.reading": "Lecture des facettes",
  "convert.stage.welding": "Réunion des sommets",
  "convert.stage.normals": "Calcul des normales",
  "convert.stage.encoding": "Encodage",
  "convert.stage.writing": "Écriture du glTF",
  "convert.moving": "{words} : {share}",
  "convert.progress": "Avancement de {name}",
  "convert.cancel": "Annuler",
  "convert.cancelled": "Vous avez annulé cette conversion.",
  "convert.show": "Afficher en 3D",
  "convert.again": "Convertir à nouveau",
  "convert.remove": "Retirer de la liste",
  "convert.warnings": { one: "Une chose à savoir", other: "{n} choses à savoir" },
  "convert.download": "{kind} ({size})",
  "convert.download.zip": "Les deux dans un zip",
  "convert.download.saved": "Le fichier zip est enregistré.",

  "convert.fact.facets": "Facettes",
  "convert.fact.vertices": "Sommets",
  "convert.fact.solids": "Solides",
  "convert.fact.extent": "Dimensions dans le fichier",
  "convert.fact.size": "Taille",
  "convert.fact.sizes": "{before} → {after} ({share})",
  "convert.fact.duration": "Durée de la conversion",
  "convert.fact.milliseconds": "{ms} ms",
  "convert.fact.position": "Limites dans le fichier",
  "convert.fact.range": "{axis} de {from} à {to}",
  "convert.fact.dropped": "Facettes écartées",
  "convert.fact.degenerate": "Facettes sans aire",
  "convert.fact.expires": "Disponible jusqu’au",

  "convert.view": "Modèle en 3D",
  "convert.view.name": {
    one: "{name} en 3D : {n} facette, solides : {solids}, {extent}",
    other: "{name} en 3D : {n} facettes, solides : {solids}, {extent}"
  },
  "convert.view.help": "Faites glisser pour tourner, pincez pour zoomer, déplacez à deux doigts ou avec Maj. Cliquez sur le modèle pour utiliser la molette et le clavier : la molette, + et − zooment, les flèches tournent, 0 montre tout, W montre les arêtes.",
  "convert.view.tools": "Commandes du modèle",
  "convert.view.do.left": "Tourner à gauche",
  "convert.view.do.right": "Tourner à droite",
  "convert.view.do.up": "Regarder de plus haut",
  "convert.view.do.down": "Regarder de plus bas",
  "convert.view.do.nearer": "Zoomer",
  "convert.view.do.farther": "Dézoomer",
  "convert.view.do.fit": "Tout voir",
  "convert.view.wires": "Arêtes",
  "convert.view.turn": "Plateau tournant",
  "convert.view.full": "Plein écran",
  "convert.view.loading": "Chargement du modèle…",
  "convert.view.shown": "{name} est à l’écran.",
  "convert.view.large": "Ce modèle pèse {size}. L’afficher prend du temps, de la mémoire et, sur un réseau mobile, peut-être de l’argent.",
  "convert.view.load": "L’afficher quand même",
  "convert.view.none": "Ce navigateur ne sait pas dessiner en 3D : WebGL 2 manque ou est désactivé. Vous pouvez quand même télécharger les fichiers.",
  "convert.view.lost": "L’affichage graphique de cet appareil a été interrompu. L’image reviendra d’elle-même.",

  "convert.model.no_gltf": "Ce n’est pas du glTF.",
  "convert.model.truncated": "Le fichier n’est pas arrivé en entier.",
  "convert.model.damaged": "Le fichier se contredit ; nous ne pouvons pas l’afficher.",
  "convert.model.unsupported": "Le fichier utilise quelque chose que cette visionneuse ne connaît pas. Vous pouvez quand même le télécharger.",
  "convert.model.missing": "Le fichier qui accompagne celui-ci a disparu. Convertissez à nouveau.",
  "convert.model.too_large": "Le modèle est trop grand pour cette visionneuse. Vous pouvez quand même le télécharger.",
  "convert.model.empty": "Il n’y a rien à voir : le modèle n’a pas de facettes.",

  "convert.problem.file_type_unsupported": "Le nom du fichier doit se terminer par .stl, .stlb, .stla, .stl.gz ou .zip.",
  "convert.problem.file_empty": "Le fichier est vide.",
  "convert.problem.body_too_large": "Le fichier est trop grand : ce serveur accepte jusqu’à {limit}.",
  "convert.problem.unreachable": "Le serveur est injoignable. Si vous êtes en ligne, le fichier a peut-être été modifié ou déplacé depuis que vous l’avez choisi.",

  "convert.warning.truncated": {
    one: "Le fichier s’arrête au milieu d’une facette : sur les {announced} que son en-tête annonce, {n} a pu être lue.",
    other: "Le fichier s’arrête au milieu d’une facette : sur les {announced} que son en-tête annonce, {n} ont pu être lues."
  },
  "convert.warning.truncated_text": {
    one: "Le fichier s’arrête au milieu d’une facette qui commence à la ligne {line} ; {n} facette avant elle a été lue.",
    other: "Le fichier s’arrête au milieu d’une facette qui commence à la ligne {line} ; {n} facettes avant elle ont été lues."
  },
  "convert.warning.missing_endsolid": "Le fichier s’arrête sans endsolid : il a peut-être été coupé.",
  "convert.warning.missing_facets": "L’en-tête annonce {announced} facettes, mais le fichier en contient {n} : soit ce nombre est faux, soit le fichier a été coupé.",
  "convert.warning.wrong_count": "Nombre de facettes annoncé par l’en-tête : {announced}. Le fichier en contient {n}, qui ont toutes été lues.",
  "convert.warning.trailing_bytes": {
    one: "{n} octet après la dernière facette a été ignoré. Facettes lues : {facets}.",
    other: "{n} octets après la dernière facette ont été ignorés. Facettes lues : {facets}."
  },
  "convert.warning.trailing_text": {
    one: "{n} mot après endsolid a été ignoré, à la ligne {line}.",
    other: "{n} mots après endsolid ont été ignorés, le premier à la ligne {line}."
  },
  "convert.warning.joined_files": {
    one: "{bytes} octets après la dernière facette ont été ignorés : {n} autre fichier STL binaire. Facettes lues : {facets} ; ignorées : {more}.",
    other: "{bytes} octets après la dernière facette ont été ignorés : {n} autres fichiers STL binaires. Facettes lues : {facets} ; ignorées : {more}."
  },
  "convert.warning.non_finite_dropped": {
    one: "{n} facette a été écartée parce qu’une coordonnée n’est pas un nombre fini : la facette {facet}.",
    other: "{n} facettes ont été écartées parce qu’une coordonnée n’est pas un nombre fini ; la première est la facette {facet}."
  },
  "convert.warning.non_finite_text": {
    one: "{n} facette a été écartée parce qu’une coordonnée n’est pas un nombre fini, à la ligne {line}.",
    other: "{n} facettes ont été écartées parce qu’une coordonnée n’est pas un nombre fini, la première à la ligne {line}."
  },
  "convert.warning.degenerate": {
    one: "{n} facette n’a pas d’aire (deux sommets confondus, ou les trois alignés).",
    other: "{n} facettes n’ont pas d’aire (deux sommets confondus, ou les trois alignés)."
  },
  "convert.warning.polygons": {
    one: "{n} contour de plus de trois sommets a été découpé en triangles, à la ligne {line}.",
    other: "{n} contours de plus de trois sommets ont été découpés en triangles, le premier à la ligne {line}."
  },
  "convert.warning.extra_vertices": {
    one: "{n} contour a des sommets hors du plan des trois premiers, à la ligne {line} ; ils ont été ignorés.",
    other: "{n} contours ont des sommets hors du plan des trois premiers, le premier à la ligne {line} ; ils ont été ignorés."
  },
  "convert.warning.broken_facets": {
    one: "{n} facette sans trois sommets lisibles a été écartée, à la ligne {line}.",
    other: "{n} facettes sans trois sommets lisibles ont été écartées, la première à la ligne {line}."
  },
  "convert.warning.skipped_text": {
    one: "{n} mot inconnu de STL a été sauté, à la ligne {line}.",
    other: "{n} mots inconnus de STL ont été sautés, le premier à la ligne {line}."
  },
  "convert.warning.unread_text": {
    one: "{n} octet incompréhensible a été sauté, à la ligne {line}.",
    other: "{n} octets incompréhensibles ont été sautés jusqu’à la facette suivante, les premiers à la ligne {line}."
  },
  "convert.warning.decimal_commas": "Les nombres ont des virgules décimales, la première à la ligne {line} ; elles ont été lues comme des points.",
  "convert.warning.transcoded": "Le fichier est un texte en UTF-16, que peu de programmes lisent comme du STL ; il a été décodé.",
  "convert.warning.empty_solids": {
    one: "{n} solide sans facette a été écarté, à la ligne {line}.",
    other: "{n} solides sans facette ont été écartés, le premier à la ligne {line}."
  },
  "convert.warning.many_solids": "Le fichier contient {n} solides ; ceux qui suivent les {limit} premiers ont été réunis au dernier de ceux-ci.",
  "convert.warning.partly_coloured": {
    one: "{n} facette n’a pas de couleur ; elle est devenue gris clair. Facettes en couleur : {coloured}.",
    other: "{n} facettes n’ont pas de couleur ; elles sont devenues gris clair. Facettes en couleur : {coloured}."
  },
  "convert.warning.packed_others": {
    one: "Des fichiers STL du fichier ZIP, seul {name}, le premier par son nom, a été converti ; {n} autre a été laissé de côté.",
    other: "Des fichiers STL du fichier ZIP, seul {name}, le premier par son nom, a été converti ; {n} autres ont été laissés de côté."
  },
  "convert.warning.own_reader": "C’est le lecteur d’Ostrakon qui a lu ce fichier, et non la bibliothèque hschendel/stl, qui n’accepte que des fichiers binaires de la longueur exacte qu’ils annoncent.",
  "convert.warning.own_reader_colours": "C’est le lecteur d’Ostrakon qui a lu ce fichier, et non la bibliothèque hschendel/stl, qui ne garde pas les couleurs.",
  "convert.warning.own_reader_non_finite": "C’est le lecteur d’Ostrakon qui a lu ce fichier, et non la bibliothèque hschendel/stl, qui garderait des coordonnées qui ne sont pas des nombres finis.",

  "convert.unreadable.archive": "Ce n’est pas un fichier STL : on dirait un fichier {format} compressé. Décompressez-le et envoyez le fichier STL qu’il contient.",
  "convert.unreadable.empty_archive": "Ce n’est pas un fichier STL : on dirait un fichier {format} sans contenu.",
  "convert.unreadable.other_model": "Ce n’est pas un fichier STL : on dirait un modèle au format {format}. Exportez-le d’abord en STL.",
  "convert.unreadable.ole_document": "Ce n’est pas un fichier STL : on dirait un document OLE, peut-être d’un logiciel de CAO. Exportez-le d’abord en STL.",
  "convert.unreadable.already_gltf": "Ce n’est pas un fichier STL : on dirait un modèle déjà en glTF, qui n’a pas besoin de conversion.",
  "convert.unreadable.other_file": "Ce n’est pas un fichier STL : on dirait un fichier au format {format}.",
  "convert.unreadable.web_page": "Ce n’est pas un fichier STL : on dirait une page web (HTML), peut-être celle qui entoure un lien de téléchargement.",
  "convert.unreadable.web_shortcut": "Ce n’est pas un fichier STL : on dirait un raccourci vers une page web, et non le fichier auquel il mène.",
  "convert.unreadable.git_lfs_pointer": "Ce n’est pas un fichier STL : on dirait un pointeur Git LFS, et non le modèle lui-même. Récupérez le fichier avec git lfs pull.",
  "convert.unreadable.apple_double": "Ce n’est pas un fichier STL : on dirait ce que macOS garde à côté d’un fichier (AppleDouble, dont le nom commence par ._).",
  "convert.unreadable.utf32_text": "Ce n’est pas un fichier STL : on dirait un texte en UTF-32. Enregistrez-le en UTF-8.",
  "convert.unreadable.program": "Ce n’est pas un fichier STL : on dirait un programme.",
  "convert.unreadable.g_code": "Ce n’est pas un fichier STL : on dirait du G-code, les instructions pour une imprimante.",
  "convert.unreadable.other_text": "Ce n’est pas un fichier STL : c’est un texte sans les mots d’un tel fichier (solid, facet, vertex).",
  "convert.unreadable.other_bytes": "Ce n’est pas un fichier STL : ce n’est pas du texte, et ses octets ne sont pas des facettes.",
  "convert.unreadable.taken_for_text": "Ce n’est plus un fichier STL : en chemin, il a été pris pour du texte et ses octets ont été modifiés. Envoyez-le en mode binaire.",
  "convert.unreadable.empty": "Le fichier est vide.",
  "convert.unreadable.header_only": "Le fichier ne contient aucune facette : ce n’est qu’un en-tête.",
  "convert.unreadable.none_announced": "L’en-tête n’annonce aucune facette, et ce qui le suit n’en est pas.",
  "convert.unreadable.no_facets": "Le fichier ne contient aucune facette, seulement les mots qui les entourent.",
  "convert.unreadable.all_non_finite": {
    one: "La seule facette ({n} sur {n}) a une coordonnée qui n’est pas un nombre fini : elle est inutilisable.",
    other: "Aucune facette n’est utilisable : {n} sur {n} ont une coordonnée qui n’est pas un nombre fini."
  },
  "convert.unreadable.all_degenerate": {
    one: "La seule facette ({n} sur {n}) n’a pas d’aire : deux sommets sont confondus, ou les trois sont alignés.",
    other: "Aucune facette n’a d’aire : {n} sur {n} ont deux sommets confondus, ou les trois alignés."
  },
  "convert.unreadable.too_short": {
    one: "Le fichier est trop court : il a {n} octet, alors que l’en-tête d’un fichier STL binaire en a déjà {header}.",
    other: "Le fichier est trop court : il a {n} octets, alors que l’en-tête d’un fichier STL binaire en a déjà {header}."
  },
  "convert.unreadable.cut_before_facets": "Le fichier s’arrête avant la fin de sa première facette. Facettes annoncées par l’en-tête : {announced}.",
  "convert.unreadable.cut_in_first_facet": "Le fichier s’arrête au milieu de sa première facette.",
  "convert.unreadable.not_a_coordinate": "Aucune facette n’a pu être lue : « {text} » n’est pas une coordonnée.",
  "convert.unreadable.too_few_vertices": "Aucune facette n’a pu être lue : celle-ci, comme les suivantes, a moins de trois sommets.",
  "convert.unreadable.ambiguous_commas": "« {grouped} » a une virgule entre les milliers, alors que dans « {comma} » ce peut en être une ou une virgule décimale. Écrivez les nombres sans séparateur de milliers.",
  "convert.unreadable.packed_damaged": "Le fichier {format} est endommagé, ou a été coupé en chemin.",
  "convert.unreadable.packed_too_large": "Une fois décompressé, le contenu du fichier {format} dépasserait {megabytes} Mio, le maximum accepté.",
  "convert.unreadable.packed_too_dense": "Décompressé, le fichier {format} prendrait plus de {ratio} fois sa taille, ce qu’aucun modèle ne fait. Décompressez-le et envoyez le modèle qu’il contient.",
  "convert.unreadable.packed_too_many": "Le fichier ZIP contient plus de {limit} fichiers. Décompressez-le et envoyez le modèle seul.",
  "convert.unreadable.packed_encrypted": "Le contenu du fichier ZIP est chiffré. Décompressez-le avec son mot de passe et envoyez le modèle qu’il contient.",
  "convert.unreadable.packed_method": "Le fichier ZIP est compressé par la méthode {method} ; seules 0 (sans compression) et 8 (deflate) peuvent être lues. Décompressez-le et envoyez le modèle qu’il contient.",
  "convert.unreadable.packed_nested": "Le fichier contient un autre fichier compressé ({format}). Décompressez les deux et envoyez le modèle.",
  "convert.unreadable.packed_no_model": {
    one: "Le fichier ZIP ne contient pas de fichier STL : son seul fichier ({n}) n’a pas pour extension .stl, .stlb ou .stla.",
    other: "Le fichier ZIP ne contient pas de fichier STL : aucun de ses {n} fichiers n’a pour extension .stl, .stlb ou .stla."
  },
  "convert.unreadable.line": "(Ligne {line}.)",
  "convert.unreadable.byte": "(Octet {byte}.)"
};
