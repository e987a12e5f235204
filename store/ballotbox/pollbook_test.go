package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/sealing"
)

func TestALineOfThePollBookHasOneForm(t *testing.T) {
	line := credentialOf(3, slipKey("a"), slipKey("b"), slipKey("c")).String()
	class, keys, _ := strings.Cut(line, " ")
	all := strings.Split(keys, ",")
	many := credentialOf(1000, slipsOf(MaxVoteKeys)...)
	for _, good := range []string{line, "0 " + all[0], many.String()} {
		c, err := ParseCredential(good)
		if err != nil || c.String() != good {
			t.Errorf("%q is read as %q, %v", good, c, err)
		}
	}
	nine := credentialOf(1, slipsOf(MaxVoteKeys+1)...)
	for _, bad := range []string{"", " ", class, class + " ", keys, "01 " + keys, "-1 " + keys,
		"1001 " + keys, "+1 " + keys, class + "  " + keys, line + ",", line + " ", class + " " + all[1] + "," + all[0],
		class + " " + all[0] + "," + all[0], class + " " + all[0][:43], class + " " + all[0][:42] + "9=",
		class + " " + all[0] + "\n", strings.ReplaceAll(line, ",", " "), nine.String()} {
		if c, err := ParseCredential(bad); err == nil {
			t.Errorf("%q is read as %v", bad, c)
		}
	}
}

func TestAStubHasOneForm(t *testing.T) {
	s := Stub{Line: MaxElectorate, Key: MaxVoteKeys, Bound: Hash{1}, Signature: [64]byte{2}}
	line := s.String()
	if got, err := ParseStub(line); err != nil || got != s {
		t.Errorf("%q is read as %v, %v", line, got, err)
	}
	fields := strings.Split(line, " ")
	for i, others := range [][]string{
		{"", "0", "-1", "+1", "01", "10000001", "1.0", "99999999999999999999"},
		{"", "0", "9", "01"},
		{"", fields[3], fields[2][:43], fields[2] + "=", strings.TrimRight(fields[2], "="), fields[2][:42] + "B="},
		{"", fields[2], fields[3][:87], fields[3] + "=", fields[3] + "\n", fields[3][:85] + "B=="},
	} {
		for _, other := range others {
			changed := slices.Clone(fields)
			changed[i] = other
			if got, err := ParseStub(strings.Join(changed, " ")); err == nil {
				t.Errorf("%q is read as %v", changed, got)
			}
		}
	}
	for _, bad := range []string{"", line + " ", line + " x", " " + line, strings.ReplaceAll(line, " ", "  ")} {
		if got, err := ParseStub(bad); err == nil {
			t.Errorf("%q is read as %v", bad, got)
		}
	}
}

func TestAVoteKeyThatSignsEverythingIsRefused(t *testing.T) {
	if err := CheckVoteKey(voteKey(slipKey("a"))); err != nil {
		t.Error(err)
	}
	for _, bad := range []VoteKey{{}, {1}, VoteKey(filled(0xff, 32))} {
		if CheckVoteKey(bad) == nil {
			t.Errorf("%s is a proper key", bad)
		}
	}
}

func TestTheHashesOfThePollBookAreOverItsFiles(t *testing.T) {
	lines := []Credential{credentialOf(1, slipKey("a")), credentialOf(0, slipKey("b"), slipKey("c"))}
	file := lines[0].String() + "\n" + lines[1].String() + "\n"
	if got, want := CredentialsHash(lines), Hash(sha256.Sum256([]byte("ostrakon/credentials/4\x00"+file))); got != want {
		t.Errorf("the lines have the hash %s, want %s", got, want)
	}
	stub := Stub{Line: 1, Key: 1}
	want := Hash(sha256.Sum256([]byte("ostrakon/pollbook/4\x00" + stub.String() + "\n")))
	if got := PollBookHash([]Stub{stub}); got != want {
		t.Errorf("the stubs have the hash %s, want %s", got, want)
	}
	pad, leaf := sealing.Pad(filled(1, 16)), Hash(filled(2, 32))
	want = Hash(sha256.Sum256(slices.Concat([]byte("ostrakon/bound/4\x00"), pad[:], leaf[:])))
	if got := Bound(pad, leaf); got != want {
		t.Errorf("a stub is bound by %s, want %s", got, want)
	}
	message := slices.Concat([]byte("ostrakon/stub/4\x00"+idOf("e")), leaf[:], want[:])
	if got := StubMessage(idOf("e"), leaf, want); !bytes.Equal(got, message) {
		t.Errorf("a stub signs %q, want %q", got, message)
	}
}

func TestAManifestHasAPollBookOnlyWhereSlipsCanBe(t *testing.T) {
	withBook := func(edit func(*Manifest)) error {
		m := *open(2, func(m *Manifest) { m.Electorate = rollOf(12, 3) }).manifest
		m.PollBook = &PollBook{Lines: 15, Hash: Hash{}.String()}
		edit(&m)
		_, err := ParseManifest(must(canonical(m)))
		return err
	}
	for _, lines := range []int{15, 16, MaxElectorate} {
		if err := withBook(func(m *Manifest) { m.PollBook.Lines = lines }); err != nil {
			t.Error(err)
		}
	}
	for name, edit := range map[string]func(*Manifest){
		"fewer lines than people": func(m *Manifest) { m.PollBook.Lines = 14 },
		"too many lines":          func(m *Manifest) { m.PollBook.Lines = MaxElectorate + 1 },
		"no hash":                 func(m *Manifest) { m.PollBook.Hash = "" },
		"no electorate":           func(m *Manifest) { m.Electorate = nil },
		"the server's key":        byServer,
	} {
		if withBook(edit) == nil {
			t.Errorf("%s: the manifest is read", name)
		}
	}
}

func TestABoxCarriesTheHashOfThePollBookIntoTheSeal(t *testing.T) {
	c := closing(func(m *Manifest) {
		m.Electorate = rollOf(12, 3)
		m.PollBook = &PollBook{Lines: 15, Hash: Hash{}.String()}
	}, 2, 1)
	b, log := c.box()
	stubs := PollBookHash([]Stub{{Line: 1, Key: 1}})
	b.PollBook = &stubs
	again := must(readBox(fileOf(t, b.Write)))
	if again.PollBook == nil || *again.PollBook != stubs {
		t.Fatalf("the box has the poll book %v, want %s", again.PollBook, stubs)
	}
	count := c.counted(t, again, 1, 2)
	if !strings.Contains(string(count.Seal), "\npollBook "+stubs.String()+"\ncounts ") {
		t.Errorf("the seal is\n%s", count.Seal)
	}
	if _, err := again.Accept(count, log, c.signer); err != nil {
		t.Error(err)
	}
	other := Hash{1}
	again.PollBook = &other
	if _, err := again.Accept(count, log, c.signer); err == nil {
		t.Error("a count of another poll book is accepted")
	}
	b.PollBook = nil
	if _, err := readBox(fileOf(t, b.Write)); err == nil {
		t.Error("a box without the hash of its poll book is read")
	}
}

// FuzzParseCredential: what is read as a line of the poll book has one form.
func FuzzParseCredential(f *testing.F) {
	f.Add(credentialOf(1, slipKey("a"), slipKey("b")).String())
	f.Add("0 ,")
	f.Fuzz(func(t *testing.T, line string) {
		if c, err := ParseCredential(line); err == nil && c.String() != line {
			t.Errorf("%q is read as %q", line, c)
		}
	})
}

// FuzzParseStub: what is read as a stub has one form.
func FuzzParseStub(f *testing.F) {
	f.Add(Stub{Line: 1, Key: 2}.String())
	f.Add("1 1  ")
	f.Fuzz(func(t *testing.T, line string) {
		if s, err := ParseStub(line); err == nil && s.String() != line {
			t.Errorf("%q is read as %q", line, s)
		}
	})
}
