package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
)

// call sends a body to the API, and decodes the answer, which must be 200.
func call(client *http.Client, method, url, token, body string, into any) error {
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = errors.New(string(raw))
	}
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

// logIn signs a person in and returns the token.
func logIn(t *testing.T, url, email, password string) string {
	t.Helper()
	var session struct {
		Token string `json:"token"`
	}
	body := fmt.Sprintf(`{"email":%q,"password":%q}`, email, password)
	noError(t, call(http.DefaultClient, http.MethodPost, url+"/api/auth/login", "", body, &session))
	return session.Token
}

// prove checks that a bundle passes every check, that it has the leaf and the code of each receipt
// once, and that the inclusion proof of each leads to the root.
func prove(t *testing.T, b *ballotbox.Bundle, receipts []ballotbox.NamedReceipt,
	inclusion func(ballotbox.Hash) (store.Inclusion, error)) {
	t.Helper()
	for _, c := range ballotbox.Verify(b, ballotbox.Evidence{Receipts: receipts}) {
		if c.Err != nil {
			t.Errorf("bundle: %s: %v", c.Name, c.Err)
		}
	}
	m := must(ballotbox.ParseManifest(b.Manifest))(t)
	times := make(map[string]int)
	for i := range b.Leaves {
		times[b.Leaves[i].Leaf(m.ElectionID).String()]++
	}
	for i := range b.Codes {
		times[b.Codes[i].String()]++
	}
	for _, r := range receipts {
		if leaves, codes := times[r.Receipt.Leaf], times[r.Receipt.Code]; leaves != 1 || codes != 1 {
			t.Errorf("%s: the bundle has the leaf of the receipt %d times, its code %d times", r.Name, leaves, codes)
		}
		if err := proves(m, r.Receipt, inclusion); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
}

// proves follows the inclusion proof of a receipt to the root of a signed checkpoint.
func proves(m *ballotbox.Manifest, r ballotbox.Receipt, inclusion func(ballotbox.Hash) (store.Inclusion, error)) error {
	leaf, err := ballotbox.ParseHash(r.Leaf)
	if err != nil {
		return err
	}
	in, err := inclusion(leaf)
	if err != nil {
		return err
	}
	c, err := m.OpenCheckpoint([]byte(in.Checkpoint))
	if err != nil {
		return err
	}
	if in.Leaf != r.Leaf || in.Proof.Size != c.Size {
		return fmt.Errorf("the proof is of leaf %s in a log of %d, the checkpoint of a log of %d", in.Leaf, in.Proof.Size,
			c.Size)
	}
	return in.Proof.Check(leaf, c.Root)
}
