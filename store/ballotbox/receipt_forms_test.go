package ballotbox

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"ostrakon/store/sealing"
)

// receiptForm is a way to write a receipt, whether it holds where its ballot is in the log, and whether it proves that
// the ballot was left out where it is not.
type receiptForm struct {
	name, text    string
	holds, proves bool
}

// receiptForms are ways to write a receipt r with all members. another is of another ballot.
func receiptForms(r, another Receipt) []receiptForm {
	text, spoilt := string(must(json.Marshal(r))), string(must(json.Marshal(another)))
	promise := Receipt{ElectionID: r.ElectionID, Leaf: r.Leaf, Signature: r.Signature}
	short := string(must(json.Marshal(promise)))
	var forms []receiptForm
	holds := func(name, text string) { forms = append(forms, receiptForm{name, text, true, true}) }
	fails := func(name, text string) { forms = append(forms, receiptForm{name, text, false, false}) }
	unbound := func(name, text string) { forms = append(forms, receiptForm{name, text, false, true}) }
	edited := func(old, changed string) string {
		if !strings.Contains(text, old) {
			panic(old + " is not in " + text)
		}
		return strings.Replace(text, old, changed, 1)
	}
	with := func(more string) string { return strings.TrimSuffix(text, "}") + "," + more + "}" }
	value := func(name, value string) string {
		_, rest, _ := strings.Cut(text, `"`+name+`":`)
		old, _, _ := strings.Cut(strings.TrimSuffix(rest, "}"), ",")
		return edited(`"`+name+`":`+old, `"`+name+`":`+value)
	}
	without := func(name string) string {
		var members map[string]any
		_ = json.Unmarshal([]byte(text), &members)
		delete(members, name)
		return string(must(json.Marshal(members)))
	}
	quoted := func(s string) string { return `"` + s + `"` }

	holds("all members", text)
	holds("the promise alone", short)
	holds("a line end after it", text+"\n")
	holds("indented", string(must(json.MarshalIndent(r, "", "\t"))))
	spaced := strings.NewReplacer(`":"`, "\" \t:\r\n\"", `","`, "\"\t,\n\"").Replace(text)
	holds("with white space of all kinds", " "+spaced+"\r\n")
	holds("in another order", `{"signature":"`+r.Signature+`","leaf":"`+r.Leaf+`","electionId":"`+r.ElectionID+`"}`)
	holds("without a code", without("code"))

	tied := []string{"pad", "owner"}
	if r.Line > 0 {
		tied = []string{"pad", "line", "stubPad"}
	}
	for _, name := range append([]string{"electionId", "leaf", "signature"}, tied...) {
		fails("no "+name, without(name))
		fails(name+" is null", value(name, "null"))
		fails(name+" is empty", value(name, `""`))
		fails(name+" is in a list", value(name, `["x"]`))
	}
	for _, name := range []string{"leaf", "signature", "code"} {
		title := strings.ToUpper(name[:1]) + name[1:]
		fails(title+" with a capital", edited(quoted(name), quoted(title)))
		fails(title+" with a capital too", with(quoted(title)+`:"x"`))
		fails(name+" twice", with(quoted(name)+`:"x"`))
	}
	fails("code is empty", value("code", `""`))
	fails("code is null", value("code", "null"))
	fails("two promises, the second with capitals", `{"electionId":"`+r.ElectionID+`","leaf":"`+r.Leaf+`","signature":"`+
		r.Signature+`","Leaf":"`+another.Leaf+`","Signature":"`+another.Signature+`"}`)
	fails("two promises, the first with capitals", `{"electionId":"`+r.ElectionID+`","Leaf":"`+another.Leaf+
		`","Signature":"`+another.Signature+`","leaf":"`+r.Leaf+`","signature":"`+r.Signature+`"}`)
	fails("the same leaf twice", with(`"leaf":"`+r.Leaf+`"`))
	for _, more := range []string{`"name":"Ada"`, `"name":""`, `"note":"x"`, `"":""`, `"__proto__":{}`,
		`"constructor":"x"`, `"lines":1`, `"\u0000":"x"`, `"é":"x"`} {
		fails("also "+more, with(more))
	}

	fails("nothing", "")
	fails("white space", " \n")
	for _, other := range []string{"null", "true", "{}", "[]", "1", "NaN"} {
		fails(other, other)
	}
	fails("in a list", "["+text+"]")
	fails("in an object", `{"receipt":`+text+"}")
	fails("in a string", string(must(json.Marshal(text))))
	fails("a list of pairs", `[["electionId","`+r.ElectionID+`"],["leaf","`+r.Leaf+`"],["signature","`+r.Signature+`"]]`)
	fails("cut off", text[:len(text)-1])
	fails("a word after it", text+"x")
	fails("another after it", text+spoilt)
	fails("a zero byte after it", text+"\x00")
	fails("a comma at its end", strings.TrimSuffix(text, "}")+",}")
	fails("a comment", "// mine\n"+text)
	fails("single quotes", strings.ReplaceAll(text, `"`, "'"))
	fails("names without quotes", edited(`"leaf"`, "leaf"))

	fails("a byte order mark", "\ufeff"+text)
	fails("two bytes a character", utf16le(text))
	fails("a byte that is not UTF-8 in a value", value("code", "\"\xff\""))
	fails("a byte that is not UTF-8 in a name", with("\"\xff\":\"x\""))
	fails("a byte that is not UTF-8 after it", text+"\xff")
	for name, space := range map[string]string{"a no-break space": "\u00a0", "a form feed": "\f", "a vertical tab": "\v",
		"a line separator": "\u2028", "a next line": "\u0085"} {
		fails(name+" before it", space+text)
		fails(name+" in it", edited(":", ":"+space))
	}
	fails("an escape in a name", edited(`"leaf"`, `"\u006ceaf"`))
	fails("an escape in a value", edited(r.Leaf, `\u003`+r.Leaf[:1]+r.Leaf[1:]))
	fails("an escaped slash", edited(r.Signature, strings.Replace(r.Signature, "/", `\/`, 1)))
	fails("a line end in a value", edited(r.Leaf, r.Leaf[:32]+"\n"+r.Leaf[32:]))
	fails("an escaped line end in a value", edited(r.Leaf, r.Leaf+`\n`))

	fails("a leaf in capitals", edited(r.Leaf, strings.ToUpper(r.Leaf)))
	fails("a short leaf", edited(r.Leaf, r.Leaf[1:]))
	fails("a leaf with 0x", edited(r.Leaf, "0x"+r.Leaf))
	fails("a leaf that is a number", value("leaf", "1"))
	fails("a signature without padding", edited(r.Signature, strings.TrimRight(r.Signature, "=")))
	fails("a signature with more padding", edited(r.Signature, r.Signature+"="))
	fails("a signature in base64 for addresses", edited(r.Signature, "_"+r.Signature[1:]))
	fails("a signature with a spare bit", edited(r.Signature, r.Signature[:85]+string(r.Signature[85]+1)+"=="))
	fails("a signature with a space", edited(r.Signature, r.Signature+" "))
	fails("a short signature", edited(r.Signature, r.Signature[4:]))
	fails("a pad of 15 bytes", value("pad", `"AAAAAAAAAAAAAAAAAAAA"`))
	fails("a pad of 17 bytes", value("pad", `"AAAAAAAAAAAAAAAAAAAAAAA="`))
	fails("a code in small letters", value("code", quoted(strings.ToLower("A"+r.Code[1:]))))
	fails("a code in groups", edited(r.Code, r.Code[:4]+" "+r.Code[4:]))
	fails("a short code", edited(r.Code, r.Code[1:]))
	if r.Line > 0 {
		for _, other := range []string{`"1"`, "0", "-1", "-0", "1.0", "1e0", "01", "10000001", "true", "[1]",
			"9007199254740993", "12345678901234567890", "1e999"} {
			fails("the line "+other, value("line", other))
		}
		fails("a pad of its stub of 15 bytes", value("stubPad", `"AAAAAAAAAAAAAAAAAAAA"`))
		fails("an owner, too", with(`"owner":"`+idOf("owner 1")+`"`))
		fails("an owner in the place of the line", strings.Replace(without("stubPad"), fmt.Sprint(`"line":`, r.Line),
			`"owner":"`+idOf("owner 1")+`"`, 1))
		unbound("another's line", value("line", fmt.Sprint(another.Line)))
		unbound("another's pad of its stub", value("stubPad", string(must(json.Marshal(another.StubPad)))))
	} else {
		fails("a line, too", with(`"line":1`))
		fails("a line and the pad of its stub, too", with(`"line":1,"stubPad":"`+strings.Repeat("A", 22)+`=="`))
		fails("a line in the place of the owner", strings.Replace(text, `"owner":"`+r.Owner,
			`"line":1,"stubPad":"`+strings.Repeat("A", 22)+`==`, 1))
		fails("an owner in capitals", edited(r.Owner, strings.ToUpper(r.Owner)))
		fails("an owner with a spare bit", edited(r.Owner, r.Owner[:25]+"b"))
		unbound("another owner", edited(r.Owner, another.Owner))
	}

	fails("another's leaf", edited(r.Leaf, another.Leaf))
	fails("another's signature", edited(r.Signature, another.Signature))
	fails("another election", edited(r.ElectionID, idOf("another")))
	unbound("another's pad", value("pad", string(must(json.Marshal(another.Pad)))))
	unbound("another code", edited(r.Code, sealing.Code{1}.String()))

	fails("more than 64 KiB of white space", text+strings.Repeat(" ", maxReceipt))
	fails("a long member", with(`"note":"`+strings.Repeat("x", 1000)+`"`))
	fails("deep", strings.Repeat("[", 60_000))
	fails("deep in a member", value("code", strings.Repeat("[", 10_000)+strings.Repeat("]", 10_000)))
	return forms
}

func utf16le(text string) string {
	var out strings.Builder
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		out.Write([]byte{byte(unit), byte(unit >> 8)})
	}
	return out.String()
}

// TestReceiptsHaveOneForm shows receipts in many forms, and some with bytes that were changed at random, to Verify,
// verify.py and the page's modules: with a bundle that has their ballot, and with one from which it was left out,
// of which a receipt is the proof.
func TestReceiptsHaveOneForm(t *testing.T) {
	checkForms(t, hold(3, 2, 2), hold(3, 2, 2))
}

// TestReceiptsWithALineHaveOneForm is the same for an election with a poll book.
func TestReceiptsWithALineHaveOneForm(t *testing.T) { checkForms(t, holdBook(), holdBook()) }

// checkForms leaves the ballot of a receipt out of the second of two elections that are the same.
func checkForms(t *testing.T, h, without *held) {
	t.Helper()
	r := h.receipts[1].Receipt
	at := leafOf(h, h.receipts[1])
	without.bundle.Leaves = slices.Delete(without.bundle.Leaves, at, at+1)
	without.bundle.Stubs = slices.DeleteFunc(without.bundle.Stubs, func(s Stub) bool { return s.Line == r.Line })
	without.opened = slices.Delete(without.opened, 1, 2)
	without.recount()
	without.reseal(without.signer.signNote)
	forms := receiptForms(r, h.receipts[3].Receipt)
	known, n, seed := len(forms), 200, uint64(1)
	if os.Getenv("OSTRAKON_LONG") != "" {
		n, seed = 5000, rand.Uint64()
	}
	t.Logf("seed %d, %d forms", seed, known)
	c := &alteration{rng: rand.New(rand.NewPCG(seed, 0))}
	for range n {
		changed := c.changeBytes([]byte(forms[c.rng.IntN(7)].text))
		forms = append(forms, receiptForm{name: fmt.Sprintf("%.600q", changed), text: string(changed)})
	}
	for _, h := range []*held{h, without} {
		for i, got := range receiptVerdicts(t, h, forms) {
			want := "failed"
			switch {
			case h != without && forms[i].holds:
				want = "ok"
			case h == without && forms[i].proves:
				want = "proof"
			}
			if i >= known {
				want = got["Verify"]
			}
			for verifier, verdict := range got {
				if verdict != want {
					t.Errorf("%s: %s says %q, want %q", forms[i].name, verifier, verdict, want)
				}
			}
		}
	}
}

// receiptVerdicts are what each verifier says of each receipt: "ok", "failed" or, if it shows that a ballot was left
// out, "proof".
func receiptVerdicts(t *testing.T, h *held, forms []receiptForm) []map[string]string {
	t.Helper()
	dir := save(t, h)
	arguments, paths := []string{"bundle.zip"}, ""
	for i, form := range forms {
		name := fmt.Sprint(i)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(form.text), 0o600); err != nil {
			t.Fatal(err)
		}
		arguments, paths = append(arguments, "-receipt", name), paths+filepath.Join(dir, name)+"\n"
		r, err := ParseReceipt([]byte(form.text))
		h.bring.Receipts = append(h.bring.Receipts, NamedReceipt{name, r, err})
	}
	page := judging(t, paths, len(forms), "node", "../../web/testdata/receipts.js", filepath.Join(dir, "bundle.zip"))
	programs := map[string]verdict{"Verify": goVerdict(h)}
	if interpreter, found := python(t); found {
		out, status := runPython(t, interpreter, dir, arguments...)
		programs["verify.py"] = parseVerdict(t, out, status)
	}
	verdicts := make([]map[string]string, len(forms))
	for i, word := range page() {
		verdicts[i] = map[string]string{"the page": word}
		for program, v := range programs {
			name := "receipt " + fmt.Sprint(i)
			word := "ok"
			if slices.Contains(v.fails, name) {
				word = "failed"
			}
			if strings.Contains(v.says[name], "left out, this is the proof") {
				word = "proof"
			}
			verdicts[i][program] = word
		}
	}
	return verdicts
}
