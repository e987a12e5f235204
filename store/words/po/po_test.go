package po

import (
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/words"
)

func TestAFileIsReadAsItWasWritten(t *testing.T) {
	file := File{Language: "pl", Forms: 3, Rule: "n == 1 ? 0 : (n > 4 ? 2 : 1)", Entries: []Entry{
		{Key: "a.b", Text: "Say \"no\"\n\\", Said: []string{"Powiedz\t"}, Old: true},
		{Key: "a.c", Text: "{n} vote", Plural: "{n} votes", Said: []string{"{n} głos", "{n} głosy", "{n} głosów"}},
	}}
	content := file.Write()
	got, err := Parse(content)
	if err != nil || !reflect.DeepEqual(got, file) {
		t.Errorf("%v: %+v\nwant %+v", err, got, file)
	}
	if _, err := Parse([]byte(strings.Repeat(" ", MaxSize+1))); err == nil {
		t.Error("a file over the limit was read")
	}
}

func TestFilesOfOtherToolsAreRead(t *testing.T) {
	got, err := Parse([]byte("# by hand\nmsgid \"\"\nmsgstr \"\"\n\"Language: it\\n\"\n" +
		"#: a.js:1\n#, fuzzy, c-format\nmsgctxt \"a.b\"\nmsgid \"\"\n\"one \"\n\"two\"\nmsgstr \"\"\n\"uno \"\n\"due\"\n" +
		"msgctxt \"a.c\"\r\nmsgid \"x\"\r\nmsgstr \"y\"\r\n"))
	want := File{Language: "it", Entries: []Entry{{Key: "a.b", Text: "one two", Said: []string{"uno due"}, Old: true},
		{Key: "a.c", Text: "x", Said: []string{"y"}}}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: %+v\nwant %+v", err, got, want)
	}
	for _, bad := range []string{"msgid x", `msgid "a`, `"a"`, `msgid "a\"`, `msgid "\x"`, `msgfoo "a"`, `msgid "a"`,
		`msgid "a"b"`, "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=99; plural=n;\""} {
		if _, err := Parse([]byte(bad)); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestEveryPartHasAPlace(t *testing.T) {
	parts, err := words.AllParts(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(parts)
	if known := slices.Sorted(maps.Keys(places)); !slices.Equal(parts, known) {
		t.Errorf("the parts are %q, and those with a place %q", parts, known)
	}
}

// Whatever the file holds, what is read can be written and read again.
func FuzzParse(f *testing.F) {
	f.Add([]byte("msgctxt \"a\"\nmsgid \"b\"\nmsgid_plural \"c\"\nmsgstr[0] \"d\"\nmsgstr[1] \"e\"\n"))
	f.Add([]byte("msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=(n);\\n\"\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		file, err := Parse(content)
		if err != nil {
			return
		}
		file.Forms = max(file.Forms, 1)
		if _, err := Parse(file.Write()); err != nil {
			t.Errorf("%v: %s", err, file.Write())
		}
	})
}
