package registrar

import (
	"slices"
	"strings"

	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// Column is a column of a table: its head, and the field that it fills; "" where it is skipped.
type Column struct {
	Head, Field string
}

// rollColumn is a column of the roll, and how people head it in English, French, German and Spanish.
type rollColumn struct {
	field string
	heads string // folded, divided by |
}

// The fields of columns that make up a field of the roll together.
const (
	fieldFirstName = "firstName"
	fieldLastName  = "lastName"
	fieldStreet    = "street"
	fieldPostcode  = "postcode"
	fieldCity      = "city"
)

func rollColumns() []rollColumn {
	return []rollColumn{
		{"fullName", "full name|fullname|name|nom complet|nom et prenom|prenom et nom|vollstandiger name|vor und nachname|nombre completo|nombre y apellidos|apellidos y nombre"},
		{fieldFirstName, "first name|firstname|given name|given names|forename|prenom|prenoms|vorname|vornamen|nombre|nombres"},
		{fieldLastName, "last name|lastname|surname|family name|nom|nom de famille|nachname|familienname|zuname|apellido|apellidos"},
		{"dateOfBirth", "date of birth|birth date|birthdate|birthday|born|dob|date de naissance|naissance|ne le|nee le|geburtsdatum|geboren|geboren am|geburtstag|fecha de nacimiento|nacimiento"},
		{fieldNationalID, "national id|nationalid|id number|national id number|numero national|numero d identite|carte d identite|ausweisnummer|personalausweis|personalausweisnummer|dni|nif|numero de identidad|documento de identidad"},
		{fieldVoterID, "voter id|voterid|voter number|numero d electeur|numero electeur|n d electeur|wahlernummer|wahlausweis|numero de elector|clave de elector"},
		{"member", "member|member id|member no|member number|membership number|reference|membre|numero de membre|numero d adherent|n d adherent|no d adherent|n de membre|no de membre|adherent|mitglied|mitgliedsnummer|mitglieds nr|mitgliedsnr|socio|numero de socio|n de socio|n o de socio|no de socio|miembro|referencia"},
		{"weight", "weight|voting weight|votes|poids|nombre de voix|voix|gewicht|stimmgewicht|stimmen|stimmenzahl|peso|votos"},
		{"proxyFor", "proxy for|proxies|procuration|procurations|mandant|mandants|vollmacht von|vollmachten|vertritt|representa a|poderes|delegaciones"},
		{"email", "email|e mail|mail|email address|e mail address|courriel|adresse e mail|adresse email|adresse mail|mailadresse|e mail adresse|emailadresse|correo|correo electronico"},
		{"language", "language|lang|langue|sprache|idioma|lengua"},
		{"address", "address|postal address|adresse|adresse postale|anschrift|postanschrift|direccion|direccion postal|domicilio"},
		{fieldStreet, "street|street address|address line 1|rue|strasse|strasse und hausnummer|strasse hausnummer|calle"},
		{fieldPostcode, "postcode|post code|postal code|zip|zip code|code postal|cp|plz|postleitzahl|codigo postal"},
		{fieldCity, "city|town|place|ville|localite|commune|ort|stadt|wohnort|ciudad|localidad|poblacion|municipio"},
		{"present", "present|attending|presence|presents|anwesend|anwesenheit|presente|asistente|asistencia"},
		{"id", "id"},
		{"", "number ends|has key|key used|registered"}, // an exported roll has them; nobody can change them so
	}
}

// columnsOf names the field of each head; that of a column without a head is "", and that of one it
// does not know too, if these are skipped. Errors: refusal.ValidationFailed for the field "roll".
func columnsOf(heads []string, skip bool) (fields, skipped []string, err error) {
	fields = make([]string, len(heads))
	for i, head := range heads {
		folded := strings.Join(search.Words(head), " ")
		at := slices.IndexFunc(rollColumns(), func(c rollColumn) bool { return slices.Contains(strings.Split(c.heads, "|"), folded) })
		switch {
		case folded == "":
		case at < 0:
			skipped = append(skipped, shownHead(head))
		case rollColumns()[at].field != "" && slices.Contains(fields, rollColumns()[at].field):
			return nil, nil, refusal.Invalid("roll", refusal.RollRepeatedColumn, refusal.Facts{"column": rollColumns()[at].field})
		default:
			fields[i] = rollColumns()[at].field
		}
	}
	if len(skipped) > 0 && !skip {
		shown := strings.Join(skipped[:min(len(skipped), maxShownHeads)], ", ")
		return nil, nil, refusal.Invalid("roll", refusal.RollUnknownColumns, refusal.Facts{"columns": shown, "option": "skipUnknown"})
	}
	return withName(fields), skipped, nil
}

// withName finds the column of names where “Nom”, which is a last name beside a first one, is the
// only one. Errors: none; who has no name is refused later.
func withName(fields []string) []string {
	last, first, full := slices.Index(fields, fieldLastName), slices.Index(fields, fieldFirstName), slices.Index(fields, "fullName")
	switch {
	case full < 0 && first < 0 && last >= 0:
		fields[last] = "fullName"
	case full < 0 && last < 0 && first >= 0:
		fields[first] = "fullName"
	case full >= 0 && first >= 0 && last < 0: // “Name, Vorname”
		fields[full] = fieldLastName
	}
	return fields
}

// Heads of unknown columns that an error shows.
const (
	maxShownHead  = 40 // bytes of each
	maxShownHeads = 20
)

// shownHead is a head on one line, short enough to show.
func shownHead(head string) string {
	head = strings.Join(strings.Fields(strings.ToValidUTF8(head, "")), " ")
	if len(head) > maxShownHead {
		head = strings.ToValidUTF8(head[:maxShownHead], "") + "…"
	}
	return head
}
