package ballotbox

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// formTampering writes the same values in other ways, each of which one verifier or another once
// took.
func formTampering() []tampering {
	return slices.Concat(numberForms(), noteForms(), keyForms(), memberForms(), headerForms())
}

// numberForms are other ways to write the 13 of castSize and the 14 of the checkpoint, all signed.
func numberForms() []tampering {
	var ways []tampering
	for _, size := range []string{"0014", "+14", "14.0", "1.4e1", "0xe", "-14", " 14", "14 ", "\uff11\uff14", "",
		"10000000000000000", "9223372036854775808"} {
		ways = append(ways, tampering{"castSize is written " + size, func(h *held) {
			resign(h, func(s string) string { return strings.Replace(s, "castSize 13\n", "castSize "+size+"\n", 1) })
		}, "", unsealed()}, tampering{"the checkpoint's size is written " + size, func(h *held) {
			text := strings.Replace(h.last().text(h.manifest.origin()), "\n14\n", "\n"+size+"\n", 1)
			h.bundle.Checkpoint = must(h.signer.signNote(h.manifest.origin(), text))
		}, "", []string{"checkpoint"}})
	}
	return append(ways, tampering{"castSize has 16 digits", func(h *held) {
		resign(h, func(s string) string { return strings.Replace(s, "castSize 13\n", "castSize 9999999999999999\n", 1) })
	}, "the number of leaves is 13", []string{"cast log"}})
}

// noteForms change the seal outside the text that is signed.
func noteForms() []tampering {
	var ways []tampering
	line := "— witness.example/w " + base64.StdEncoding.EncodeToString(filled(1, 68)) + "\n"
	for name, edit := range map[string]func(string) string{
		"a control character in a witness's name": func(s string) string { return s + strings.Replace(line, "/", "\x01", 1) },
		"a delete in a witness's name":            func(s string) string { return s + strings.Replace(line, "/", "\x7f", 1) },
		"a letter with an accent in a name":       func(s string) string { return s + strings.Replace(line, "e", "é", 1) },
		"a plus in a witness's name":              func(s string) string { return s + strings.Replace(line, "/", "+", 1) },
		"spare bits in a witness's signature":     func(s string) string { return s + spare(line) },
		"four bytes of a witness":                 func(s string) string { return s + "— witness.example/w AAAAAA==\n" },
		"spare bits in its signature":             spare,
		"a line without a form at the end":        func(s string) string { return s + "x\n" },
		"an empty line at the end":                func(s string) string { return s + "\n" },
		"a signature that does not end":           func(s string) string { return strings.TrimSuffix(s, "\n") },
		"101 signatures":                          func(s string) string { return s + strings.Repeat(line, 98) },
		"a carriage return":                       func(s string) string { return strings.TrimSuffix(s, "\n") + "\r\n" },
	} {
		ways = append(ways, tampering{"the seal has " + name,
			func(h *held) { h.bundle.Seal = []byte(edit(string(h.bundle.Seal))) }, "", unsealed()})
	}
	return append(ways, tampering{"the seal has 100 signatures", func(h *held) {
		h.bundle.Seal = append(h.bundle.Seal, strings.Repeat(line, 97)...)
	}, "", nil})
}

// spare sets the spare bits of the base64 that ends a signature line with one "=".
func spare(lines string) string {
	at := strings.LastIndex(lines, "=\n") - 1
	if lines[at] == '=' {
		at--
	}
	return lines[:at] + string(lines[at]+1) + lines[at+1:]
}

// keyForms are signing keys that are no point in its one form, or one of low order, under which a
// signature can be made that holds for every text.
func keyForms() []tampering {
	var ways []tampering
	for name, low := range map[string]string{
		"the identity":          "01",
		"the identity with -0":  "01 80",
		"y = 0":                 "00",
		"y = 0 with a sign":     "00 80",
		"y = p - 1":             "ec ff 7f",
		"y = p, a form of 0":    "ed ff 7f",
		"y = p + 1, of 1":       "ee ff 7f",
		"y = p + 1 with a sign": "ee ff ff",
		"y = p + 3, of 3":       "f0 ff 7f",
		"no point: y = 2":       "02",
	} {
		key := keyOf(low)
		ways = append(ways, tampering{"the signing key is " + name, func(h *held) {
			h.remanifest(func(m *Manifest) { m.SigningKey = key })
		}, "", []string{"manifest"}})
	}
	for _, eighth := range []string{
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	} {
		for _, sign := range []byte{0, 0x80} {
			key := must(hex.DecodeString(eighth))
			key[31] |= sign
			ways = append(ways, tampering{fmt.Sprintf("the signing key has order 8: %x", key), func(h *held) {
				h.remanifest(func(m *Manifest) { m.SigningKey = key })
			}, "", []string{"manifest"}})
		}
	}
	return ways
}

// keyOf makes a key from its first byte, those between, and its last: "ec ff 7f".
func keyOf(bytesOf string) []byte {
	key, words := make([]byte, 32), strings.Fields(bytesOf)
	value := func(word string) byte { return must(hex.DecodeString(word))[0] }
	key[0] = value(words[0])
	if len(words) == 3 {
		copy(key[1:], filled(value(words[1]), 30))
	}
	if len(words) > 1 {
		key[31] = value(words[len(words)-1])
	}
	return key
}

// memberForms change members of the manifest, which stays canonical.
func memberForms() []tampering {
	var ways []tampering
	edits := holderForms()
	maps.Copy(edits, map[string]func(m map[string]any){
		"electorate.size of 2^52":   func(m map[string]any) { rollIn(m)["size"] = json.Number("4503599627370496") },
		"electorate.size of 2^53+1": func(m map[string]any) { rollIn(m)["size"] = json.Number("9007199254740993") },
		"electorate.size of 2^64": func(
			m map[string]any) {
			rollIn(m)["size"] = json.Number("18446744073709551616")
		},
		"a member that is unknown": func(m map[string]any) { m["more"] = true },
		"no title":                 func(m map[string]any) { delete(m, "title") },
		"no time zone":             func(m map[string]any) { delete(m, "timeZone") },
		"a number for its title":   func(m map[string]any) { m["title"] = json.Number("1") },
		"a text for its version":   func(m map[string]any) { m["version"] = "3" },
		"true for its version":     func(m map[string]any) { m["version"] = true },
		"the version 2":            func(m map[string]any) { m["version"] = json.Number("2") },
		"the version 5":            func(m map[string]any) { m["version"] = json.Number("5") },
		"another suite":            func(m map[string]any) { m["suite"] = "X25519/HKDF-SHA256/ChaCha20Poly1305" },
		"a method that is unknown": func(m map[string]any) { firstIn(m)["method"] = "borda" },
		"a method of every object": func(m map[string]any) { firstIn(m)["method"] = "constructor" },
		"a text for its seats":     func(m map[string]any) { firstIn(m)["seats"] = "1" },
		"a list for its options":   func(m map[string]any) { firstIn(m)["options"] = []any{[]any{}, []any{}} },
		"a question's id also for an option": func(
			m map[string]any) {
			firstIn(m)["id"] = firstIn(m)["options"].([]any)[0].(map[string]any)["id"]
		},
		"a class of two numbers":    func(m map[string]any) { rollIn(m)["classes"] = []any{[]any{one, one}} },
		"a class with a name":       func(m map[string]any) { classIn(m)["name"] = "" },
		"a class without people":    func(m map[string]any) { delete(classIn(m), "people") },
		"weights with 0 decimals":   func(m map[string]any) { rollIn(m)["weightDecimals"] = json.Number("0") },
		"weights with 5 decimals":   func(m map[string]any) { rollIn(m)["weightDecimals"] = json.Number("5") },
		"a class of weight 10^10+1": func(m map[string]any) { lastClassIn(m)["weight"] = json.Number("10000000001") },
		"a class of weight 0":       func(m map[string]any) { classIn(m)["weight"] = json.Number("0") },
		"a weight twice":            func(m map[string]any) { lastClassIn(m)["weight"] = one },
		"a text for a weight":       func(m map[string]any) { classIn(m)["weight"] = "1" },
		"no classes":                func(m map[string]any) { rollIn(m)["classes"] = []any{} },
		"classes that are null":     func(m map[string]any) { rollIn(m)["classes"] = nil },
		"1001 classes": func(m map[string]any) {
			all := make([]any, 1001)
			for n := range all {
				all[n] = map[string]any{"weight": json.Number(strconv.Itoa(n + 1)), "people": one}
			}
			rollIn(m)["classes"], rollIn(m)["size"] = all, json.Number("1001")
		},
		"more votes than can be counted": func(m map[string]any) {
			lastClassIn(m)["weight"], lastClassIn(m)["people"] = json.Number("1000000"), json.Number("10000")
			rollIn(m)["size"] = json.Number("10012")
		},
		"a signing key with spare bits": func(
			m map[string]any) {
			m["signingKey"] = spare(m["signingKey"].(string) + "\n")[:44]
		},
		"a signing key without padding":       func(m map[string]any) { m["signingKey"] = m["signingKey"].(string)[:43] },
		"a signing key for web addresses":     func(m map[string]any) { m["signingKey"] = strings.Repeat("_", 42) + "8=" },
		"a signing key with white space":      func(m map[string]any) { m["signingKey"] = " " + m["signingKey"].(string) },
		"a day that does not exist":           func(m map[string]any) { m["opensAt"] = "2026-02-29T00:00:00Z" },
		"a time of the year 0":                func(m map[string]any) { m["opensAt"] = "0000-01-01T00:00:00Z" },
		"a time of the year 10000":            func(m map[string]any) { m["opensAt"] = "10000-01-01T00:00:00Z" },
		"an hour 24":                          func(m map[string]any) { m["opensAt"] = "2026-01-01T24:00:00Z" },
		"a time with one digit for its month": func(m map[string]any) { m["opensAt"] = "2026-1-01T00:00:00Z" },
		"a time with a small t":               func(m map[string]any) { m["opensAt"] = "2026-01-01t00:00:00Z" },
	})
	for name, edit := range edits {
		ways = append(ways, tampering{"the manifest says, in canonical form, " + name, func(h *held) {
			*h = *holdWith(func(m *Manifest) { m.Electorate = rollOf(12, 3) }, 5, 4)
			d := json.NewDecoder(bytes.NewReader(h.bundle.Manifest))
			d.UseNumber()
			var tree map[string]any
			if err := d.Decode(&tree); err != nil {
				panic(err)
			}
			edit(tree)
			var err error
			if h.bundle.Manifest, err = appendCanonical(nil, tree); err != nil {
				h.bundle.Manifest = must(json.Marshal(tree)) // a number that canonical JSON does not have
			}
		}, "", []string{"manifest"}})
	}
	return ways
}

// holderForms change members about holders and witnesses.
func holderForms() map[string]func(m map[string]any) {
	return map[string]func(m map[string]any){
		"a public key with spare bits": func(m map[string]any) {
			holderIn(m)["publicKey"] = spare(holderIn(m)["publicKey"].(string) + "\n")[:1624]
		},
		"a holder's key without padding": func(
			m map[string]any) {
			holderIn(m)["signingKey"] = holderIn(m)["signingKey"].(string)[:43]
		},
		"a text for its threshold":          func(m map[string]any) { m["threshold"] = "2" },
		"a threshold of 2^52-1":             func(m map[string]any) { m["threshold"] = json.Number("4503599627370495") },
		"a name of the server for a holder": func(m map[string]any) { m["custody"] = "server" },
		"a list for its holders":            func(m map[string]any) { m["holders"] = []any{[]any{}, []any{}, []any{}} },
		"a text for its number":             func(m map[string]any) { m["number"] = "7" },
		"null for its number":               func(m map[string]any) { m["number"] = nil },
		"a hash for a path":                 func(m map[string]any) { holderIn(m)["path"] = holderIn(m)["root"] },
		"an empty path":                     func(m map[string]any) { holderIn(m)["path"] = []any{} },
		"null for a root":                   func(m map[string]any) { holderIn(m)["root"] = nil },
		"a list for its witnesses":          func(m map[string]any) { m["witnesses"] = []any{} },
		"a witness without a name": func(m map[string]any) {
			m["witnesses"] = map[string]any{"needed": json.Number("1"), "keys": []any{map[string]any{"key": m["signingKey"]}}}
		},
	}
}

func rollIn(manifest map[string]any) map[string]any { return manifest["electorate"].(map[string]any) }

const one = json.Number("1")

func classIn(manifest map[string]any) map[string]any {
	return rollIn(manifest)["classes"].([]any)[0].(map[string]any)
}

func lastClassIn(manifest map[string]any) map[string]any {
	return rollIn(manifest)["classes"].([]any)[1].(map[string]any)
}

func holderIn(manifest map[string]any) map[string]any {
	return manifest["holders"].([]any)[1].(map[string]any)
}

func firstIn(manifest map[string]any) map[string]any {
	return manifest["questions"].([]any)[0].(map[string]any)
}

// headerForms change fields of the zip that some readers do not look at.
func headerForms() []tampering {
	var ways []tampering
	for _, f := range []struct {
		name          string
		directory, at int // in the first header of the directory, or else in the first local one
		to            string
	}{
		{"the encryption flag", 0, 6, "\x01\x08"},
		{"the encryption flag in the directory", 1, 8, "\x01\x08"},
		{"the CRC 0", 0, 14, "\x00\x00\x00\x00"},
		{"the CRC 0 in the directory", 1, 16, "\x00\x00\x00\x00"},
		{"another local name", 0, 30, "n"},
		{"another name in the directory", 1, 46, "n"},
		{"version 99", 0, 4, "\x63"},
		{"version 99 in the directory", 1, 6, "\x63"},
		{"another size in the directory", 1, 20, "\x01\x00\x00\x00\x01\x00\x00\x00"},
		{"another local size", 0, 18, "\x01\x00\x00\x00\x01\x00\x00\x00"},
		{"another offset in the directory", 1, 42, "\x01"},
	} {
		ways = append(ways, tampering{"the zip has " + f.name, func(h *held) {
			h.zipped = h.file()
			end := h.zipped[len(h.zipped)-directoryEnd:]
			copy(h.zipped[f.directory*int(binary.LittleEndian.Uint32(end[16:]))+f.at:], f.to)
		}, "", []string{"bundle"}})
	}
	return append(ways, tampering{"the zip has another size of the directory", func(h *held) {
		h.zipped = h.file()
		h.zipped[len(h.zipped)-directoryEnd+12]++
	}, "", []string{"bundle"}})
}
