package handlers_test

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
)

func TestCursorsRevealNothingAndCannotBeMade(t *testing.T) {
	w := newWorld(t)
	first := w.must(t, w.get("/api/admin/users?limit=1"))
	next := first.text(t, "next")
	raw := must(base64.RawURLEncoding.DecodeString(next))(t)
	last := first.list(t)[0].(obj)
	for _, secret := range []string{"ada", last["id"].(string), strings.ToLower(last["fullName"].(string))} {
		if bytes.Contains(bytes.ToLower(raw), []byte(secret)) {
			t.Errorf("the cursor holds %q", secret)
		}
	}
	if again := w.must(t, w.get("/api/admin/users?limit=1")).text(t, "next"); again != next {
		t.Error("the same list has another cursor each time, and so no ETag that lasts")
	}
	w.must(t, w.get("/api/admin/users?limit=3&after="+next))

	own := base64.RawURLEncoding.EncodeToString(append(append([]byte("ada okafor"), make([]byte, 22)...), w.ada.id...))
	bad := map[string]string{
		"one that a client made": own,
		"one that is cut off":    next[:len(next)-4],
		"a nonce alone":          next[:16],
		"two in one":             next + next,
	}
	for _, at := range []int{0, 11, 12, len(raw) / 2, len(raw) - 1} {
		changed := bytes.Clone(raw)
		changed[at] ^= 1
		bad["one with another byte "+string(rune('a'+at%26))] = base64.RawURLEncoding.EncodeToString(changed)
	}
	for name, cursor := range bad {
		w.try(t, []scenario{{name, w.get("/api/admin/users?after=" + url.QueryEscape(cursor)), 400, "validation_failed",
			"after"}})
	}
	w.try(t, []scenario{
		{"the cursor of another list", w.get("/api/admin/roll?after=" + next), 400, "validation_failed", "after"},
		{"the cursor of another filter", w.get("/api/admin/users?query=example&after=" + next), 400, "validation_failed",
			"after"},
	})
}
