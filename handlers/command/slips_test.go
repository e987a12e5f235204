package command_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ostrakon/handlers/command"
	"ostrakon/store/slip"
)

const peopleFile = "../../store/slip/testdata/people.json"

func TestSlipsGiveTheKeysThatTheCredentialsKnow(t *testing.T) {
	people := must(slip.ParsePeople(must(os.ReadFile(peopleFile))(t)))(t)
	dir := filepath.Join(t.TempDir(), "assembly")
	stdout := must(runs{command: command.Slips}.with(t, peopleFile, "-out", dir))(t)
	for _, words := range []string{"5 people", "delete the file", "uploads it"} {
		if !strings.Contains(stdout, words) {
			t.Errorf("the command does not say %q:\n%s", words, stdout)
		}
	}
	raw := must(os.ReadFile(filepath.Join(dir, "credentials.json")))(t)
	credentials := must(slip.ParseCredentials(raw))(t)
	page := string(must(os.ReadFile(filepath.Join(dir, "slips.html")))(t))
	var printed []string
	for _, found := range regexp.MustCompile(`class="slip-key">([0-9A-Z-]{19})<`).FindAllStringSubmatch(page, -1) {
		printed = append(printed, found[1])
	}
	if len(printed) != 2*len(people.People) {
		t.Fatalf("%d codes are printed, want %d", len(printed), 2*len(people.People))
	}
	for i, typed := range printed {
		code, ok := slip.ParseCode(typed)
		person := credentials.People[i%len(people.People)]
		hash := person.Printed
		if i >= len(people.People) {
			hash = person.Reserve
		}
		if !ok || slip.LoginHash(code.Key(people.Assembly).Login()) != hash {
			t.Errorf("slip %d does not sign in %s", i, person.ID)
		}
		if strings.Contains(string(raw)+stdout, typed) {
			t.Errorf("the code of slip %d is not on paper alone", i)
		}
	}
}

func TestSlipsOverwriteNothing(t *testing.T) {
	for _, name := range []string{"slips.html", "credentials.json"} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, name), "mine")
		_, err := runs{command: command.Slips}.with(t, peopleFile, "-out", dir)
		if err == nil || !strings.HasSuffix(err.Error(), name+" exists already") {
			t.Errorf("%s is there, and the command says %v", name, err)
		}
		if files := must(os.ReadDir(dir))(t); len(files) != 1 {
			t.Errorf("the command wrote %d files beside %s", len(files)-1, name)
		}
	}
}

func TestSlipsOfADamagedFileAreNotMade(t *testing.T) {
	dir := t.TempDir()
	people := filepath.Join(dir, "people.json")
	write(t, people, `{"version":3}`)
	_, err := runs{command: command.Slips}.with(t, people, "-out", dir)
	if err == nil || !strings.HasSuffix(err.Error(), "people.json: version is 3, want 4") {
		t.Errorf("the command says %v", err)
	}
}
