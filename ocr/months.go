package ocr

import (
	"slices"
	"strings"
	"time"
)

// monthNames is the months from January on, in the languages of cards that print them in words, folded; genitives and
// irregular short forms are given beside them. Croatian is left out: its listopad is October, and elsewhere November.
var monthNames = [12]string{
	"JANUARY JANUAR JANUARI JANVIER JANEIRO ENERO GENNAIO IANUARIE JAANUAR JANVARIS SAUSIS STYCZEN STYCZNIA LEDEN " +
		"LEDNA OCAK",
	"FEBRUARY FEBRUAR FEBRUARI FEVRIER FEVEREIRO FEBRERO FEBBRAIO FEBRUARIE VEEBRUAR FEBRUARIS VASARIS LUTY LUTEGO UNOR " +
		"UNORA SUBAT PEB",
	"MARCH MARZ MAERZ MRZ MAART MRT MARS MARCO MARZO MARTIE MARTS KOVAS MARZEC MARCA BREZEN BREZNA MART MARCIUS MAREC " +
		"MARET MAC",
	"APRIL AVRIL ABRIL APRILE APRILIE APRILL APRILIS BALANDIS KWIECIEN KWIETNIA DUBEN DUBNA NISAN",
	"MAY MAI MEI MAIO MAYO MAGGIO MAJ MAJA MAIJS GEGUZE KVETEN KVETNA MAYIS MAJUS",
	"JUNE JUNI JUIN JUNHO JUNIO GIUGNO IUNIE JUUNI JUNIJS JUNIJ BIRZELIS CZERWIEC CZERWCA CERVEN CERVNA HAZIRAN JUNIUS",
	"JULY JULI JUILLET JULHO JULIO LUGLIO IULIE JUULI JULIJS JULIJ LIEPA LIPIEC LIPCA CERVENEC CERVENCE TEMMUZ " +
		"JULIUS JULAI",
	"AUGUST AUGUSTUS AUGUSTI AOUT AGOSTO AUGUSTS AVGUST RUGPJUTIS SIERPIEN SIERPNIA SRPEN SRPNA AGUSTOS AUGUSZTUS " +
		"AGUSTUS OGOS",
	"SEPTEMBER SEPTEMBRE SETEMBRO SEPTIEMBRE SETIEMBRE SETTEMBRE SEPTEMBRIE SEPTEMBRIS RUGSEJIS WRZESIEN WRZESNIA ZARI " +
		"EYLUL SZEPTEMBER",
	"OCTOBER OKTOBER OCTOBRE OUTUBRO OCTUBRE OTTOBRE OCTOMBRIE OKTOOBER OKTOBRIS SPALIS PAZDZIERNIK PAZDZIERNIKA RIJEN " +
		"RIJNA EKIM",
	"NOVEMBER NOVEMBRE NOVEMBRO NOVIEMBRE NOIEMBRIE NOVEMBRIS LAPKRITIS LISTOPAD LISTOPADA LISTOPADU KASIM NOPEMBER",
	"DECEMBER DEZEMBER DECEMBRE DEZEMBRO DICIEMBRE DICEMBRE DECEMBRIE DETSEMBER DECEMBRIS GRUODIS GRUDZIEN GRUDNIA " +
		"PROSINEC PROSINCE ARALIK DESEMBER DISEMBER",
}

// monthsNamed lists the months that a word names, or three or more first letters, repaired; nil if there are none.
func monthsNamed(text string) (months []time.Month, substitutions int) {
	if len(text) < 3 || len(text) > 20 {
		return nil, 0
	}
	word := Fold(strings.ReplaceAll(text, "|", "1"))
	for _, one := range []string{"I", "L"} {
		repaired := strings.NewReplacer("0", "O", "1", one, "5", "S", "8", "B", "6", "G").Replace(word)
		if strings.ContainsAny(repaired, "0123456789 ") {
			return nil, 0
		}
		if months = exactOrPrefixed(repaired); months != nil {
			for i := range min(len(word), len(repaired)) {
				if word[i] != repaired[i] {
					substitutions++
				}
			}
			return months, substitutions
		}
	}
	return nil, 0
}

// exactOrPrefixed looks a word up; a whole name is not an abbreviation of another (červen, červenec).
func exactOrPrefixed(word string) []time.Month {
	var exact, prefixed []time.Month
	for i, names := range monthNames {
		fields := strings.Fields(names)
		if slices.Contains(fields, word) {
			exact = append(exact, time.Month(i+1))
		} else if len(word) >= 3 && slices.ContainsFunc(fields, func(n string) bool { return strings.HasPrefix(n, word) }) {
			prefixed = append(prefixed, time.Month(i+1))
		}
	}
	if exact != nil {
		return exact
	}
	return prefixed
}
