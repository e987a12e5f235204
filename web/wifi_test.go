package web

import (
	"os/exec"
	"slices"
	"testing"
)

// Phones read ; : , " and \ in the text of a network's code as marks, so those of a name or a password have a \ before.
func TestTheCodeOfANetworkKeepsItsNameAndPassword(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("left out: the text of the Wi-Fi code is not checked, since node is not on PATH")
	}
	type wifi struct {
		Name     string `json:"name"`
		Password string `json:"password"`
	}
	var texts []string
	runModule(t, node, "views/admin/wifi.js", `(m, asked) => asked.map(m.wifiText)`, []wifi{
		{"Hall", "four fresh words"}, {"Hall", ""}, {`Café; "T:1"`, `a\b,c:d;e"`}, {`;P:x;`, `\;`},
	}, &texts)
	want := []string{
		`WIFI:T:WPA;S:Hall;P:four fresh words;;`, `WIFI:T:nopass;S:Hall;;`,
		`WIFI:T:WPA;S:Café\; \"T\:1\";P:a\\b\,c\:d\;e\";;`, `WIFI:T:WPA;S:\;P\:x\;;P:\\\;;;`,
	}
	if !slices.Equal(texts, want) {
		t.Errorf("the texts are %q, want %q", texts, want)
	}
}
