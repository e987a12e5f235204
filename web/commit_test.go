package web

import (
	"encoding/json"
	"os"
	"testing"
)

// provable are the known answers of package proof, and the bytes of the proof among them.
type provable struct {
	Known json.RawMessage `json:"known"`
	Bytes []byte          `json:"bytes"`
}

func TestPageCommitsAndChecksProofsAsGoDoes(t *testing.T) {
	const answers = "../store/ballotbox/proof/testdata/"
	known := must(os.ReadFile(answers + "vectors.json"))(t)
	runScript(t, "proof.js", provable{known, must(os.ReadFile(answers + "proof.bin"))(t)})
}
