package web

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"rsc.io/qr/coding"
)

// TestQRCodesAreThoseOfAnotherEncoder compares the module with an encoder that we did not write. The choice of the mask
// is free, so that both draw a code with the same one; they must agree to the last module.
func TestQRCodesAreThoseOfAnotherEncoder(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("left out: QR codes are not held against another encoder, since node is not on PATH")
	}
	type request struct {
		Text string `json:"text"`
		Mask int    `json:"mask"`
	}
	var requests []request
	var wanted [][][]bool
	for i, length := range []int{1, 14, 15, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 363, 412} {
		text := strings.Repeat("ostrakon/", 50)[:length]
		version := coding.Version(coding.MinVersion)
		for coding.String(text).Bits(version) > version.DataBytes(coding.M)*8 {
			version++
		}
		plan := must(coding.NewPlan(version, coding.M, coding.Mask(i%8)))(t)
		code := must(plan.Encode(coding.String(text)))(t)
		rows := make([][]bool, code.Size)
		for y := range rows {
			for x := range code.Size {
				rows[y] = append(rows[y], code.Black(x, y))
			}
		}
		requests = append(requests, request{text, i % 8})
		wanted = append(wanted, rows)
	}
	var drawn [][][]bool
	runModule(t, node, "lib/qr.js", `(m, asked) => asked.map(({ text, mask }) => m.qrMatrix(text, mask))`, requests,
		&drawn)
	for i, want := range wanted {
		if got := fmt.Sprint(drawn[i]); got != fmt.Sprint(want) {
			t.Errorf("the code of %d bytes with mask %d differs", len(requests[i].Text), requests[i].Mask)
		}
	}
}

// runModule runs a function of a module and a value, (module, value) => answer, in node.
func runModule(t *testing.T, node, module, function string, in, out any) {
	t.Helper()
	value := must(json.Marshal(in))(t)
	script := fmt.Sprintf(`globalThis.document = { documentElement: { dataset: {} } };
		globalThis.navigator = { languages: ["en"] };
		const m = await import("./static/%s");
		console.log(JSON.stringify((%s)(m, %s)));`, module, function, value)
	command := exec.Command(node, "--input-type=module", "--eval", script)
	answer, err := command.Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	noError(t, json.Unmarshal(answer, out))
}
