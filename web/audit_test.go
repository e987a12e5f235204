package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What the store writes into the audit log has a sentence on the page of the log.
func TestEveryActionOfTheAuditLogHasASentence(t *testing.T) {
	sources, err := filepath.Glob(filepath.Join("..", "store", "*.go"))
	if err != nil || len(sources) == 0 {
		t.Fatalf("no source of the store: %v", err)
	}
	texts := catalogue(t, "en", "audit")
	action := regexp.MustCompile(`"((?:candidate|election|hands|mail|nomination|question|roll|settings|user)\.[a-z_]+)"`)
	for _, name := range sources {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source := must(os.ReadFile(name))(t)
		for _, found := range action.FindAllStringSubmatch(string(source), -1) {
			if key := "audit.action." + found[1]; texts[key] == nil {
				t.Errorf("%s: %s has no text", name, key)
			}
		}
	}
}
