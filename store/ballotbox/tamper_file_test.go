package ballotbox

import (
	"encoding/base64"
	"slices"
	"strings"
)

func manifestTampering() []tampering {
	var ways []tampering
	for name, edit := range map[string]func(*Manifest){
		"the title":             func(m *Manifest) { m.Title += "!" },
		"the description":       func(m *Manifest) { m.Description = "for two years" },
		"a candidate's name":    func(m *Manifest) { m.Candidates[1].Name = "Nobody" },
		"a photo's hash":        func(m *Manifest) { m.Candidates[1].PhotoSHA256 = Hash{9}.String() },
		"the candidates' order": func(m *Manifest) { slices.Reverse(m.Candidates) },
		"closesAt":              func(m *Manifest) { m.ClosesAt = "2026-05-02T18:00:00Z" },
		"tieBreak":              func(m *Manifest) { m.TieBreak = TieDraw },
		"the public key":        func(m *Manifest) { m.PublicKey = filled(1, publicLen) },
		"the commitment":        func(m *Manifest) { m.TieCommitment = Hash{1}.String() },
	} {
		sealAndResult := []string{"seal", "result"} // the result names the manifest
		ways = append(ways,
			tampering{name + " in the manifest is edited", func(h *held) { h.remanifest(edit) }, "the manifest's hash is", sealAndResult},
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
			h.remanifest(func(m *Manifest) { m.Candidates = append(m.Candidates, Standing{ID: idOf("late")}) })
		}, "the manifest's hash is", []string{"seal", "result"}},
		tampering{"a candidate is taken out of the manifest", func(h *held) {
			h.remanifest(func(m *Manifest) { m.Candidates = m.Candidates[:2] })
		}, "the manifest's hash is", []string{"seal", "result"}},
		tampering{"the manifest is that of another election", func(h *held) {
			h.remanifest(func(m *Manifest) { m.ElectionID = idOf("another") })
		}, notSigned, unsealed()})
}

// manifestForms are manifests that are refused before anything is compared with them.
func manifestForms() []tampering {
	var ways []tampering
	for name, edit := range map[string]func(*Manifest){
		"unknown method":                         func(m *Manifest) { m.Method = "approval" },
		"unknown tieBreak":                       func(m *Manifest) { m.TieBreak = "coin" },
		"unknown version":                        func(m *Manifest) { m.Version = 2 },
		"unknown suite":                          func(m *Manifest) { m.Suite = "none" },
		"ballots of another size":                func(m *Manifest) { m.SealedSize++ },
		"no public key":                          func(m *Manifest) { m.PublicKey = nil },
		"a public key that is short":             func(m *Manifest) { m.PublicKey = m.PublicKey[1:] },
		"a signing key that is short":            func(m *Manifest) { m.SigningKey = m.SigningKey[1:] },
		"a commitment that is none":              func(m *Manifest) { m.TieCommitment = "none" },
		"an election without a proper id":        func(m *Manifest) { m.ElectionID = "seal/1" },
		"one candidate":                          func(m *Manifest) { m.Candidates = m.Candidates[:1] },
		"null for candidates":                    func(m *Manifest) { m.Candidates = nil },
		"a candidate named twice":                func(m *Manifest) { m.Candidates[1].ID = m.Candidates[0].ID },
		"a candidate without a proper id":        func(m *Manifest) { m.Candidates[1].ID = "ada" },
		"a candidate whose id has a second form": func(m *Manifest) { m.Candidates[1].ID = m.Candidates[1].ID[:25] + "b" },
	} {
		ways = append(ways, tampering{"the manifest has " + name, func(h *held) { h.remanifest(edit) }, "", []string{"manifest"}})
	}
	const canonicalOnly = "not canonical JSON"
	for name, edit := range map[string]func(string) string{
		"white space":                func(s string) string { return strings.Replace(s, ":", ": ", 1) },
		"a line feed at the end":     func(s string) string { return s + "\n" },
		"members in another order":   func(s string) string { return moved(s, `"version":1`) },
		"a member twice":             func(s string) string { return strings.Replace(s, `"version":1`, `"version":1,"version":1`, 1) },
		"a member that is unknown":   func(s string) string { return strings.Replace(s, `"version":1`, `"version":1,"z":1`, 1) },
		"a member missing":           func(s string) string { return strings.Replace(s, `,"version":1`, "", 1) },
		"a member in capitals":       func(s string) string { return strings.Replace(s, `"version"`, `"Version"`, 1) },
		"a number written otherwise": func(s string) string { return strings.Replace(s, `"version":1`, `"version":1.0`, 1) },
		"a number for a string":      func(s string) string { return strings.Replace(s, `"description":""`, `"description":0`, 1) },
		"true for a number":          func(s string) string { return strings.Replace(s, `"version":1`, `"version":true`, 1) },
		"null for a string":          func(s string) string { return strings.Replace(s, `"description":""`, `"description":null`, 1) },
		"a needless escape":          func(s string) string { return strings.Replace(s, "2026", `\u0032026`, 1) },
		"half a surrogate pair":      func(s string) string { return strings.Replace(s, "2026", `\ud800`, 1) },
		"bytes that are no UTF-8":    func(s string) string { return strings.Replace(s, "2026", "\xff", 1) },
		"a byte order mark":          func(s string) string { return "\ufeff" + s },
		"an array around it":         func(s string) string { return "[" + s + "]" },
		"null in its place":          func(string) string { return "null" },
		"nothing in it":              func(string) string { return "" },
		"brackets without end":       func(string) string { return strings.Repeat("[", 200000) },
	} {
		says := canonicalOnly
		if !strings.Contains(name, "member") && name != "white space" {
			says = "" // each library has its own words for what is no JSON or has another type
		}
		ways = append(ways, tampering{"the manifest has " + name, func(h *held) { h.rewrite("manifest.json", edit) }, says, []string{"manifest"}})
	}
	return ways
}

// moved moves the last member of an object to its beginning.
func moved(object, last string) string {
	return "{" + last + "," + strings.TrimSuffix(object[1:], ","+last+"}") + "}"
}

func receiptTampering() []tampering {
	receipt := []string{"receipt r3.json"}
	edited := func(edit func(*NamedReceipt)) func(*held) {
		return func(h *held) {
			edit(&h.receipts[3])
			h.bring.Receipts = h.receipts[2:5]
		}
	}
	const code = "its code does not follow from its salt and the client's nonce"
	return []tampering{
		{"the office leaves a ballot out and seals the rest", func(h *held) {
			h.bring.Receipts = h.receipts[2:5]
			at := slices.Index(h.bundle.Leaves, must(ParseHash(h.receipts[3].Receipt.Leaf)))
			h.bundle.Leaves = slices.Delete(h.bundle.Leaves, at, at+1)
			h.bundle.Ballots, h.bundle.Codes = h.bundle.Ballots[1:], h.bundle.Codes[1:]
			h.recount()
			h.reseal(h.signer.signNote)
			h.bring.Receipts = h.bring.Receipts[1:2]
		}, "the signed leaf is not in the cast log", receipt},
		{"the office puts another ballot in place of one", func(h *held) {
			h.bring.Receipts = h.receipts[3:4]
			at := slices.Index(h.bundle.Leaves, must(ParseHash(h.receipts[3].Receipt.Leaf)))
			h.bundle.Leaves[at] = Hash{1}
			h.reseal(h.signer.signNote)
		}, "the signed leaf is not in the cast log", receipt},
		{"the office publishes another code in place of one", func(h *held) {
			h.bring.Receipts = h.receipts[3:4]
			at := slices.Index(h.bundle.Codes, must(ParseCode(h.receipts[3].Receipt.Code)))
			h.bundle.Codes[at] = NewCode(NewSalt(), "")
			h.sort()
			h.reseal(h.signer.signNote)
		}, "its signed code is not among those counted", receipt},
		{"a receipt has another code", edited(func(r *NamedReceipt) { r.Receipt.Code = NewCode(NewSalt(), "").String() }), code, receipt},
		{"a receipt has another's code", func(h *held) {
			h.receipts[3].Receipt.Code = h.receipts[4].Receipt.Code
			h.bring.Receipts = h.receipts[2:5]
		}, code, receipt},
		{"a receipt has no code", edited(func(r *NamedReceipt) { r.Receipt.Code = "" }), "is not a code of 16 characters", receipt},
		{"a receipt has a code with a line end", edited(func(r *NamedReceipt) { r.Receipt.Code += "\n" }), "is not a code of 16 characters", receipt},
		{"a receipt has another salt", edited(func(r *NamedReceipt) { r.Receipt.CodeSalt = strings.Repeat("ab", 16) }), code, receipt},
		{"a receipt has no salt", edited(func(r *NamedReceipt) { r.Receipt.CodeSalt = "" }), "", receipt},
		{"a receipt's salt is in capitals", edited(func(r *NamedReceipt) { r.Receipt.CodeSalt = strings.ToUpper(r.Receipt.CodeSalt) }), "is not", receipt},
		{"a receipt has another nonce", edited(func(r *NamedReceipt) { r.ClientNonce += "x" }), code, receipt},
		{"a receipt has no nonce where there was one", edited(func(r *NamedReceipt) { r.ClientNonce = "" }), code, receipt},
		{"a receipt's signature is forged", edited(func(r *NamedReceipt) {
			r.Receipt = other().Receipt(r.Receipt.ElectionID, must(ParseHash(r.Receipt.Leaf)), must(ParseCode(r.Receipt.Code)), must(ParseSalt(r.Receipt.CodeSalt)))
		}), "its signature is not by the key of the manifest", receipt},
		{"a bit of a receipt's signature is flipped", edited(func(r *NamedReceipt) {
			raw := must(base64.StdEncoding.DecodeString(r.Receipt.Signature))
			raw[20] ^= 4
			r.Receipt.Signature = base64.StdEncoding.EncodeToString(raw)
		}), "its signature is not by the key of the manifest", receipt},
		{"a receipt's signature is short", edited(func(r *NamedReceipt) { r.Receipt.Signature = r.Receipt.Signature[:84] }), "", receipt},
		{"a receipt has another's leaf", func(h *held) {
			h.receipts[3].Receipt.Leaf = h.receipts[4].Receipt.Leaf
			h.bring.Receipts = h.receipts[2:5]
		}, "its signature is not by the key of the manifest", receipt},
		{"a receipt is of another election", edited(func(r *NamedReceipt) { r.Receipt.ElectionID = idOf("another") }), "it is of another election", receipt},
		{"a receipt's leaf is in capitals", edited(func(r *NamedReceipt) { r.Receipt.Leaf = strings.ToUpper(r.Receipt.Leaf) }), "is not 64 hexadecimal digits", receipt},
	}
}

func earlierTampering() []tampering {
	earlier := []string{"checkpoint c10.txt"}
	bring := func(change func(*held)) func(*held) {
		return func(h *held) {
			h.bring.Checkpoints = h.checkpoints
			change(h)
		}
	}
	kept := func(h *held, signed []byte) { h.bring.Checkpoints = []NamedCheckpoint{{"c10.txt", signed}} }
	return []tampering{
		{"the office puts another ballot into a log of which somebody has a checkpoint", bring(func(h *held) {
			h.bundle.Leaves[4] = Hash{1}
			h.reseal(h.signer.signNote)
		}), "at 10 ballots the log had another root", earlier},
		{"the office orders a log anew of which somebody has a checkpoint", bring(func(h *held) {
			slices.Reverse(h.bundle.Leaves)
			h.reseal(h.signer.signNote)
		}), "at 10 ballots the log had another root", earlier},
		{"the office cuts a log of which somebody has a checkpoint", bring(func(h *held) {
			b := h.bundle
			b.Leaves, b.Ballots, b.Codes = b.Leaves[:9], b.Ballots[:9], b.Codes[:9]
			h.recount()
			h.reseal(h.signer.signNote)
		}), "it is of 10 cast ballots, the bundle has only 9: the log was cut", earlier},
		{"an earlier checkpoint is of another election", func(h *held) {
			kept(h, must(h.signer.Checkpoint(idOf("another"), h.seal().Cast)))
		}, notSigned, earlier},
		{"an earlier checkpoint is signed with another key", func(h *held) { kept(h, h.checkpointAt(10, other().signNote)) }, notSigned, earlier},
		{"an earlier checkpoint is empty", func(h *held) { kept(h, nil) }, "signed", earlier},
		{"an earlier checkpoint is of more ballots than a number holds", func(h *held) {
			text := h.manifest.origin() + "\n99999999999999999999\n" + base64.StdEncoding.EncodeToString(make([]byte, 32)) + "\n"
			kept(h, must(h.signer.signNote(h.manifest.origin(), text)))
		}, "", earlier},
	}
}

// fileTampering spoils the file itself, so that it cannot be read.
func fileTampering() []tampering {
	var ways []tampering
	file := func(name, says string, do func(*held)) {
		ways = append(ways, tampering{name, do, says, []string{"bundle"}})
	}
	entries := func(edit func([]entry) []entry) func(*held) {
		return func(h *held) { h.zipped = zipOf(edit(unzip(h.file()))) }
	}
	for i, e := range unzip(hold(TieStated, 1, 0).file()) {
		file(e.name+" is missing", e.name+" is missing", entries(func(all []entry) []entry { return slices.Delete(all, i, i+1) }))
		file(e.name+" is there twice", "is there twice", entries(func(all []entry) []entry { return append(all, all[i]) }))
	}
	file("there is a file more", `does not belong in it`, entries(func(all []entry) []entry { return append(all, entry{"notes.txt", ""}) }))
	file("there is a directory", `does not belong in it`, entries(func(all []entry) []entry { return append(all, entry{"more/", ""}) }))
	file("a name goes on after a NUL", `does not belong in it`, entries(func(all []entry) []entry {
		all[0].name += "\x00.txt"
		return all
	}))
	for _, name := range []string{"leaves.txt", "ballots.txt", "codes.txt"} {
		for form, edit := range map[string]func(string) string{
			"lines that end as on Windows":  func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
			"a last line that does not end": func(s string) string { return strings.TrimSuffix(s, "\n") },
			"an empty line":                 func(s string) string { return s + "\n" },
			"a space before a value":        func(s string) string { return " " + s },
			"the other case":                func(s string) string { return strings.Map(otherCase, s) },
			"a byte order mark":             func(s string) string { return "\ufeff" + s },
			"a value that is short":         func(s string) string { return s[1:] },
			"a NUL":                         func(s string) string { return "\x00" + s[1:] },
			"digits of another script":      func(s string) string { return "\uff12" + s[1:] },
		} {
			file(name+" has "+form, "", func(h *held) { h.rewrite(name, edit) })
		}
	}
	file("the zip is truncated", "", func(h *held) { h.zipped = h.file()[:len(h.file())-30] })
	file("the zip is empty", "", func(h *held) { h.zipped = []byte{} })
	file("the content of a file is damaged", "", func(h *held) {
		h.zipped = h.file()
		const localHeader = 30
		h.zipped[localHeader+len("manifest.json")+40] ^= 1
	})
	return ways
}

func otherCase(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case 'A' <= r && r <= 'Z':
		return r - 'A' + 'a'
	}
	return r
}
