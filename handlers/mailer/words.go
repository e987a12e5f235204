package mailer

import (
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"ostrakon/store"
)

// words are what messages say in a language.
type words struct {
	vote, reset string // on the button of a link
	months      string // their names, by spaces
	date        string // format of day, month, year, hour, minute and zone
	noEnd       string
	invitation  store.MailText
	reminder    store.MailText
	forgotten   store.MailText
	test        store.MailText
}

// Texts are the texts of invitations and reminders that an administrator begins with, by language.
func Texts() (invitation, reminder map[string]store.MailText) {
	invitation, reminder = make(map[string]store.MailText), make(map[string]store.MailText)
	for _, language := range store.Languages() {
		w := wordsOf(language)
		invitation[language], reminder[language] = w.invitation, w.reminder
	}
	return invitation, reminder
}

// resetText is the text of a message with a link to choose a new password.
func resetText(language string) store.MailText { return wordsOf(language).forgotten }

// end is a time in words, in a time zone.
func (w words) end(at time.Time, zone string) string {
	if at.IsZero() {
		return w.noEnd
	}
	if in, err := time.LoadLocation(zone); err == nil {
		at = at.In(in)
	}
	month := strings.Fields(w.months)[at.Month()-1]
	return fmt.Sprintf(w.date, at.Day(), month, at.Year(), at.Hour(), at.Minute(), at.Format("MST"))
}

// newMessageID draws the part of a Message-ID before the @.
func newMessageID() string { return strings.ToLower(rand.Text()) }

// wordsOf are the words of a language of store.Languages; English for any other.
func wordsOf(language string) words {
	switch language {
	case "fr":
		return words{
			invitation: store.MailText{Subject: "Votre vote : {election}", Body: "Bonjour {name},\n\n{organisation} vous invite à voter : {election}. Fin du vote : {end}.\n\n{link}\n\nCe lien est personnel. " +
				"Qui l’a peut voter à votre place : ne le transmettez à personne. Aucun mot de passe n’est nécessaire.\n\n" +
				"Une question ? {contact}\n\n{organisation}"},
			reminder: store.MailText{Subject: "Vous pouvez encore voter : {election}", Body: "Bonjour {name},\n\nVous n’avez pas encore voté : {election}. Fin du vote : {end}.\n\n{link}\n\nCe lien remplace celui d’un " +
				"message précédent. Si vous avez un talon imprimé, il reste valable.\n\nUne question ? {contact}\n\n{organisation}"},
			vote: "Voter", reset: "Choisir un mot de passe",
			months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
			date:   "%d %s %d à %d h %02d (%s)", noEnd: "sans date de fin",
			forgotten: store.MailText{Subject: "Choisir un nouveau mot de passe", Body: "Bonjour {name},\n\n" +
				"Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte chez {organisation}. Pour en choisir un :\n\n{link}\n\n" +
				"Ce lien est valable une heure et ne sert qu’une fois. Si vous n’avez rien demandé, ne faites rien : votre mot de passe reste le même.\n"},
			test: store.MailText{Subject: "Message d’essai de {organisation}", Body: "Bonjour,\n\nSi vous lisez ce message, l’envoi d’e-mails fonctionne.\n"},
		}
	case "es":
		return words{
			invitation: store.MailText{Subject: "Su voto: {election}", Body: "Hola, {name}:\n\n{organisation} le invita a votar: {election}. Fin de la votación: {end}.\n\n{link}\n\nEste enlace es personal: quien lo " +
				"tenga puede votar en su lugar. No necesita contraseña.\n\n¿Alguna pregunta? {contact}\n\n{organisation}"},
			reminder: store.MailText{Subject: "Todavía puede votar: {election}", Body: "Hola, {name}:\n\nTodavía no ha votado: {election}. Fin de la votación: {end}.\n\n{link}\n\nEste enlace sustituye al de un mensaje " +
				"anterior. Si tiene una ficha impresa, sigue valiendo.\n\n¿Alguna pregunta? {contact}\n\n{organisation}"},
			vote: "Votar", reset: "Elegir una contraseña",
			months: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
			date:   "%d de %s de %d a las %d:%02d (%s)", noEnd: "sin fecha de fin",
			forgotten: store.MailText{Subject: "Elegir una nueva contraseña", Body: "Hola, {name}:\n\n" +
				"Alguien, probablemente usted, ha pedido una nueva contraseña para su cuenta en {organisation}. Para elegirla:\n\n{link}\n\n" +
				"Este enlace vale durante una hora y una sola vez. Si no ha pedido nada, no haga nada: su contraseña sigue siendo la misma.\n"},
			test: store.MailText{Subject: "Mensaje de prueba de {organisation}", Body: "Hola:\n\nSi lee este mensaje, el envío de correo funciona.\n"},
		}
	case "de":
		return words{
			invitation: store.MailText{Subject: "Ihre Stimme: {election}", Body: "Guten Tag, {name}\n\n{organisation} lädt Sie zur Abstimmung ein: {election}. Ende der Abstimmung: {end}.\n\n{link}\n\nDieser Link ist nur " +
				"für Sie: Wer ihn hat, kann an Ihrer Stelle abstimmen. Sie brauchen kein Passwort.\n\nFragen? {contact}\n\n{organisation}"},
			reminder: store.MailText{Subject: "Sie können noch abstimmen: {election}", Body: "Guten Tag, {name}\n\nSie haben noch nicht abgestimmt: {election}. Ende der Abstimmung: {end}.\n\n{link}\n\nDieser Link ersetzt den aus " +
				"einer früheren E-Mail. Ein gedruckter Zugangszettel gilt weiter.\n\nFragen? {contact}\n\n{organisation}"},
			vote: "Abstimmen", reset: "Passwort wählen",
			months: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
			date:   "%d. %s %d um %d:%02d Uhr (%s)", noEnd: "ohne festes Ende",
			forgotten: store.MailText{Subject: "Ein neues Passwort wählen", Body: "Guten Tag, {name}\n\n" +
				"Jemand, vermutlich Sie selbst, möchte ein neues Passwort für Ihr Konto bei {organisation}. Wählen Sie es hier:\n\n{link}\n\n" +
				"Der Link gilt eine Stunde lang und nur einmal. Wenn Sie nichts verlangt haben, tun Sie nichts: Ihr Passwort bleibt gleich.\n"},
			test: store.MailText{Subject: "Probe von {organisation}", Body: "Guten Tag\n\nWenn Sie dies lesen, funktioniert der Versand von E-Mails.\n"},
		}
	}
	return words{
		invitation: store.MailText{Subject: "Your vote: {election}", Body: "Dear {name},\n\n{organisation} invites you to vote: {election}. Voting ends: {end}.\n\n{link}\n\nThis link is yours alone. It works " +
			"like your slip of paper: whoever has it can vote in your place. You need no password.\n\nAny questions? {contact}\n\n{organisation}"},
		reminder: store.MailText{Subject: "You can still vote: {election}", Body: "Dear {name},\n\nYou have not voted yet: {election}. Voting ends: {end}.\n\n{link}\n\nThis link takes the place of the one in an " +
			"earlier e-mail. A slip that you have goes on working.\n\nAny questions? {contact}\n\n{organisation}"},
		vote: "Vote", reset: "Choose a password",
		months: "January February March April May June July August September October November December",
		date:   "%d %s %d at %d:%02d (%s)", noEnd: "no fixed end",
		forgotten: store.MailText{Subject: "Choose a new password", Body: "Hello {name},\n\n" +
			"Somebody, probably you, asked for a new password for your account at {organisation}. Choose it here:\n\n{link}\n\n" +
			"This link works once, for an hour. If you did not ask for it, do nothing: your password stays the same.\n"},
		test: store.MailText{Subject: "Test message from {organisation}", Body: "Hello,\n\nIf you can read this, sending e-mail works.\n"},
	}
}
