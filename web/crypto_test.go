package web

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// vectorFile is a file of test vectors: its name without the extension, and its content.
type vectorFile struct {
	Name    string          `json:"name"`
	Content json.RawMessage `json:"content"`
}

// TestCryptographyAgreesWithTheVectors runs all files of ../shared/vectors, whose README says where
// each is from. OSTRAKON_VECTORS names another directory; then none of them may be missing.
func TestCryptographyAgreesWithTheVectors(t *testing.T) {
	dir := os.Getenv("OSTRAKON_VECTORS")
	if dir == "" {
		dir = "../../shared/vectors"
		if _, err := os.Stat(dir); os.IsNotExist(err) {
			t.Skip("the test vectors are not beside the repository")
		}
	}
	paths := must(filepath.Glob(filepath.Join(dir, "*.json")))(t)
	var names []string
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		names = append(names, name)
		t.Run(name, func(t *testing.T) {
			content := must(os.ReadFile(path))(t)
			runScript(t, "vectors.js", vectorFile{name, content})
		})
	}
	want := []string{
		"chacha20_poly1305_test", "ed25519_test", "hkdf_sha256_test", "hpke_pq", "mlkem_768_encaps_test",
		"mlkem_768_keygen_seed_test",
		"mlkem_768_semi_expanded_decaps_test", "mlkem_768_test", "x25519_test", "xwing",
	}
	if !slices.Equal(names, want) {
		t.Errorf("the files are %v, want %v", names, want)
	}
}
