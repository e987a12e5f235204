package ballotbox

import (
	"slices"
	"strings"

	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

func manifestTampering() []tampering {
	var ways []tampering
	for name, edit := range map[string]func(*Manifest){
		"the title":             func(m *Manifest) { m.Title += "!" },
		"the description":       func(m *Manifest) { m.Description = "for two years" },
		"the time zone":         func(m *Manifest) { m.TimeZone = "UTC" },
		"the question's text":   func(m *Manifest) { m.Questions[0].Text = "Who?" },
		"a candidate's name":    func(m *Manifest) { m.Questions[0].Options[1].Name = "Nobody" },
		"a photo's hash":        func(m *Manifest) { m.Questions[0].Options[1].PhotoSHA256 = Hash{9}.String() },
		"a solid's hash":        func(m *Manifest) { m.Questions[0].Options[1].SolidSHA256 = Hash{9}.String() },
		"the candidates' order": func(m *Manifest) { slices.Reverse(m.Questions[0].Options) },
		"closesAt":              func(m *Manifest) { m.ClosesAt = "2026-05-02T18:00:00Z" },
		"the draw":              func(m *Manifest) { m.Questions[0].Draw = true },
		"a translation": func(m *Manifest) {
			m.Questions[0].Options[1].Translations = []Translation{{Language: "fr", Name: "Personne"}}
		},
		"the threshold": func(m *Manifest) { m.Questions[0].Threshold = moreThan(1, 2, tally.OfCast) },
		"that another round keeps the threshold": func(m *Manifest) {
			m.Questions[0].Threshold, m.Questions[0].KeepThreshold = moreThan(1, 2, tally.OfCast), true
		},
		"a holder's name": func(m *Manifest) { m.Holders[0].Name = "Mallory" },
		"a holder's public key": func(m *Manifest) {
			keys := make([]sealing.Keys, sealing.Numbers)
			keys[keyIndex] = sealing.Keys{PublicKey: filled(1, sealing.PublicKeySize), SigningKey: m.Holders[0].SigningKey}
			m.Holders[0] = NewHolder(m.Holders[0].Name, keys, keyIndex)
		},
		"the number of the keys": func(m *Manifest) {
			*m.Number = 0
			for i := range m.Holders {
				m.Holders[i] = holderFor(m.Holders[i].Name, secret(i+1), 0)
			}
		},
		"how long the box stays": func(m *Manifest) { m.KeepBoxDays = 7 },
		"the witnesses":          func(m *Manifest) { m.Witnesses = &Witnesses{1, []Witness{witness(0)}} },
	} {
		sealAndResult := manifestChanged()
		if name == "the witnesses" {
			sealAndResult = slices.Insert(sealAndResult, 2, "witnesses")
		}
		ways = append(ways,
			tampering{name + " in the manifest is edited", func(h *held) { h.remanifest(edit) }, "the manifest's hash is",
				sealAndResult},
			tampering{name + " in the manifest is edited, and the result with it", func(h *held) {
				h.remanifest(edit)
				h.recount()
			}, "the manifest's hash is", sealAndResult})
	}
	return append(ways,
		tampering{"the signing key in the manifest is edited", func(h *held) {
			h.remanifest(func(m *Manifest) { m.SigningKey = other().Public() })
		}, notSigned, unsealed()},
		tampering{"a candidate is added to the manifest", func(h *held) {
			h.remanifest(func(m *Manifest) {
				m.Questions[0].Options = append(m.Questions[0].Options, Option{ID: idOf("late")})
				m.SealedSize++
			})
		}, "the manifest's hash is", []string{"seal", "checkpoint", "cast log", "counts", "result"}},
		tampering{"a candidate is taken out of the manifest", func(h *held) {
			h.remanifest(func(m *Manifest) {
				m.Questions[0].Options = m.Questions[0].Options[:2]
				m.SealedSize--
			})
		}, "the manifest's hash is", []string{"seal", "checkpoint", "cast log", "counts", "result"}},
		tampering{"the manifest is that of another election", func(h *held) {
			h.remanifest(func(m *Manifest) { m.ElectionID = idOf("another") })
		}, notSigned, unsealed()})
}

// manifestChanged is what fails where the manifest is not that of seal, log and result.
func manifestChanged() []string { return []string{"seal", "checkpoint", "cast log", "result"} }

// manifestForms are manifests that are refused before anything is compared with them.
func manifestForms() []tampering {
	var ways []tampering
	for name, edit := range wrongManifests() {
		ways = append(ways, tampering{"the manifest is wrong: " + name, func(h *held) {
			*h = *hold(5, 4)
			h.remanifest(edit)
		}, "", []string{"manifest"}})
	}
	for name, edit := range map[string]func(*Manifest){
		"null for questions":  func(m *Manifest) { m.Questions = nil },
		"null for options":    func(m *Manifest) { m.Questions[0].Options = nil },
		"null for holders":    func(m *Manifest) { m.Holders = nil },
		"null for public key": func(m *Manifest) { m.Holders[0].PublicKey = nil },
		"null for a key":      func(m *Manifest) { m.Holders[0].SigningKey = nil },
		"null for witnesses":  func(m *Manifest) { m.Witnesses = &Witnesses{Needed: 1} },
		"null for weights":    func(m *Manifest) { m.Electorate = &Electorate{Size: 1, RollHash: Hash{}.String()} },
		"null for a quorum":   func(m *Manifest) { m.Electorate, m.Quorum = rollOf(12, 3), &Quorum{} },
	} {
		ways = append(ways, tampering{"the manifest has " + name, func(h *held) { h.remanifest(edit) }, "",
			[]string{"manifest"}})
	}
	for name, edit := range map[string]func(string) string{
		"white space":              func(s string) string { return strings.Replace(s, ":", ": ", 1) },
		"a line feed at the end":   func(s string) string { return s + "\n" },
		"members in another order": func(s string) string { return moved(s, `"version":4`) },
		"a member twice": func(
			s string) string {
			return strings.Replace(s, `"version":4`, `"version":4,"version":4`, 1)
		},
		"a member that is unknown": func(
			s string) string {
			return strings.Replace(s, `"version":4`, `"version":4,"z":1`, 1)
		},
		"a member missing":     func(s string) string { return strings.Replace(s, `,"version":4`, "", 1) },
		"a member in capitals": func(s string) string { return strings.Replace(s, `"version"`, `"Version"`, 1) },
		"a null that is optional": func(
			s string) string {
			return strings.Replace(s, `"questions"`, `"quorum":null,"questions"`, 1)
		},
		"an empty list of translations": func(s string) string {
			return strings.Replace(s, `"version"`, `"translations":[],"version"`, 1)
		},
		"a translation without a language": func(s string) string {
			return strings.Replace(s, `"version"`, `"translations":[{"title":"Vorstand"}],"version"`, 1)
		},
		"an empty text in another language": func(s string) string {
			return strings.Replace(s, `"version"`, `"translations":[{"language":"de","title":""}],"version"`, 1)
		},
		"an unknown text in another language": func(s string) string {
			return strings.Replace(s, `"version"`, `"translations":[{"language":"de","party":"A"}],"version"`, 1)
		},
		"a box that stays for no day": func(s string) string {
			return strings.Replace(s, `"number"`, `"keepBoxDays":0,"number"`, 1)
		},
		"a threshold that another round does not keep": func(s string) string {
			return strings.Replace(s, `"max":1`, `"keepThreshold":false,"max":1`, 1)
		},
		"a box that stays for 3654": func(s string) string {
			return strings.Replace(s, `"number"`, `"keepBoxDays":3654,"number"`, 1)
		},
		"a null for witnesses": func(
			s string) string {
			return strings.Replace(s, `"version"`, `"witnesses":null,"version"`, 1)
		},
		"an unknown holder member": func(
			s string) string {
			return strings.Replace(s, `"name":"Grace"`, `"mail":"","name":"Grace"`, 1)
		},
		"a holder without a name": func(s string) string { return strings.Replace(s, `"name":"Grace",`, "", 1) },
		"no custody":              func(s string) string { return strings.Replace(s, `"custody":"holders",`, "", 1) },
		"another custody": func(
			s string) string {
			return strings.Replace(s, `"custody":"holders"`, `"custody":"Holders"`, 1)
		},
		"a text for its threshold": func(
			s string) string {
			return strings.Replace(s, `"threshold":2`, `"threshold":"2"`, 1)
		},
		"an unknown question member": func(
			s string) string {
			return strings.Replace(s, `"max":1`, `"max":1,"maximum":1`, 1)
		},
		"a number written otherwise": func(s string) string { return strings.Replace(s, `"version":4`, `"version":4.0`, 1) },
		"a number below zero":        func(s string) string { return strings.Replace(s, `"min":0`, `"min":-0`, 1) },
		"a number for a string": func(
			s string) string {
			return strings.Replace(s, `"description":""`, `"description":0`, 1)
		},
		"true for a number":      func(s string) string { return strings.Replace(s, `"max":1`, `"max":true`, 1) },
		"a number for a boolean": func(s string) string { return strings.Replace(s, `"draw":false`, `"draw":0`, 1) },
		"null for a string": func(
			s string) string {
			return strings.Replace(s, `"description":""`, `"description":null`, 1)
		},
		"a needless escape":       func(s string) string { return strings.Replace(s, "2026", `\u0032026`, 1) },
		"half a surrogate pair":   func(s string) string { return strings.Replace(s, "2026", `\ud800`, 1) },
		"bytes that are no UTF-8": func(s string) string { return strings.Replace(s, "2026", "\xff", 1) },
		"a byte order mark":       func(s string) string { return "\ufeff" + s },
		"an array around it":      func(s string) string { return "[" + s + "]" },
		"null in its place":       func(string) string { return "null" },
		"nothing in it":           func(string) string { return "" },
		"brackets without end":    func(string) string { return strings.Repeat("[", 200000) },
		"spare bits in its key":   func(s string) string { return strings.Replace(s, `=","suite"`, `=\n","suite"`, 1) },
	} {
		ways = append(ways, tampering{"the manifest has " + name,
			func(h *held) { h.bundle.Manifest = []byte(edit(string(h.bundle.Manifest))) }, "", []string{"manifest"}})
	}
	return ways
}

// moved moves the last member of an object to its beginning.
func moved(object, last string) string {
	return "{" + last + "," + strings.TrimSuffix(object[1:], ","+last+"}") + "}"
}
