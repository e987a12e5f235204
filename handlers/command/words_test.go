package command_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ostrakon/handlers/command"
)

func TestWordsGoToTranslatorsAndComeBack(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "store", "words"), os.DirFS("../../store/words")); err != nil {
		t.Fatal(err)
	}
	name, file := filepath.Join(dir, "store", "words", "it", "voter.json"), filepath.Join(dir, "it.po")
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (runs{command: command.WordsExport}).with(t, "-dir", dir, "-lang", "it", "-o", file); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(content), `msgid "There is nothing at this address."`) {
		t.Errorf("the file lacks a sentence of the server: %v", err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if _, err := (runs{command: command.WordsImport}).with(t, file, "-dir", dir); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(name); err != nil || string(after) != string(before) {
		t.Errorf("%s came back as something else: %v", name, err)
	}
	wrong := strings.Replace(string(content), "{names}", "{name}", 1)
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(wrong, `msgstr "{`, `msgstr "{x}{`)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (runs{command: command.WordsImport}).with(t, file, "-dir", dir); err == nil ||
		!strings.Contains(err.Error(), "nothing was changed") {
		t.Errorf("a wrong file was taken: %v", err)
	}
	for _, args := range [][]string{{"-lang", "it", "voter.gone"}, {"-lang", "en", "voter.back"}} {
		if _, err := (runs{command: command.WordsMark}).with(t, append(args, "-dir", dir)...); err == nil {
			t.Errorf("words mark %v was taken", args)
		}
	}
	if _, err := (runs{command: command.WordsMark}).with(t, "-dir", dir, "-lang", "it", "voter.back"); err != nil {
		t.Error(err)
	}
}
