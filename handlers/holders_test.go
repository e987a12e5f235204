package handlers_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"ostrakon/store/sealing"
)

// holdersPath is where administrators name the holders of an election.
func holdersPath(c contest) string { return adminElections + "/" + c.id + "/holders" }

// nameHolders is the call that names the holders of an election.
func (w *world) nameHolders(c contest, threshold int, names ...string) call {
	holders := []any{}
	for _, name := range names {
		holders = append(holders, obj{"name": name})
	}
	return w.put(holdersPath(c), obj{"threshold": threshold, "holders": holders})
}

// invited makes an election in DRAFT with two holders, and invites the first of them.
func (w *world) invited(tb testing.TB) (c contest, token string) {
	tb.Helper()
	c = w.contest(tb, "Kept board")
	w.must(tb, w.nameHolders(c, 1, "Zoe Abbot", "Kim Reed"))
	return c, w.must(tb, w.post(holdersPath(c)+"/1/invitation", obj{})).text(tb, "token")
}

// openInvitation asks what an invitation is for.
func (w *world) openInvitation(token string) call {
	return call{method: "POST", path: "/api/board/invitations", from: w.elsewhere(), body: obj{"token": token}}
}

// giveKey sends the public halves of a holder's key.
func (w *world) giveKey(token string, secret *sealing.Secret) call {
	return call{method: "POST", path: "/api/board/invitations/key", from: w.elsewhere(), body: keyOf(token, secret)}
}

// trySheet sends the signature of a holder who has tried their sheet for a key number.
func (w *world) trySheet(token string, sheet *sealing.Secret, keyNumber string) call {
	signature := sheet.Derive(0).Sign([]byte("ostrakon/tried/4\x00" + keyNumber))
	return call{method: "POST", path: "/api/board/invitations/tried", from: w.elsewhere(),
		body: obj{"token": token, "signature": signature}}
}

func keyOf(token string, secret *sealing.Secret) obj {
	return obj{"token": token, "keys": sealing.FormatKeys(secret.AllKeys())}
}

func TestHoldersMakeTheirKeys(t *testing.T) {
	w := newWorld(t)
	c := w.contest(t, "Kept board")
	see := func(want obj) {
		t.Helper()
		checkJSON(t, w.must(t, w.get(holdersPath(c))), want)
	}
	current := obj{"title": "Kept board", "threshold": 1, "names": []any{"Zoe Abbot", "Kim Reed"}}
	see(obj{"custody": "server", "threshold": 0, "holders": []any{}, "current": current})
	holder := func(n int, name string) obj { return obj{"number": n, "name": name, "ready": false, "tried": false} }
	holders := []any{holder(1, "Zoe Abbot"), holder(2, "Kim Reed"), holder(3, "Lee Marsh")}
	kept := obj{"custody": "holders", "threshold": 2, "holders": holders}
	named := w.must(t, w.nameHolders(c, 2, "Zoe Abbot", " Kim Reed ", "Lee Marsh"))
	assembly := named.json(t)["assembly"].(map[string]any)
	kept["assembly"] = obj{"id": assembly["id"], "title": "Kept board", "createdAt": assembly["createdAt"], "left": 30}
	checkJSON(t, named, kept)
	see(kept)
	a := w.do(t, w.put(adminElections+"/"+c.id+"/status", obj{"status": "ACTIVE"}))
	checkRefusal(t, a, "holders_missing", "status")

	aKey := pattern(`^[A-Za-z0-9+/]{43}=$`)
	var tokens []string
	var sheets []*sealing.Secret
	roots := []any{obj{"name": "Zoe Abbot", "tried": false}, obj{"name": "Kim Reed", "tried": false},
		obj{"name": "Lee Marsh", "tried": false}}
	for n, name := range []string{"Zoe Abbot", "Kim Reed", "Lee Marsh"} {
		token := w.must(t, w.post(fmt.Sprint(holdersPath(c), "/", n+1, "/invitation"), obj{})).text(t, "token")
		want := obj{
			"assemblyId": assembly["id"], "title": "Kept board", "createdAt": assembly["createdAt"],
			"organisation": "Reed Bed Society", "name": name, "number": n + 1,
			"threshold": 2, "of": 3, "ready": false, "fixed": false, "signingKey": aKey, "holders": roots,
		}
		checkJSON(t, w.must(t, w.openInvitation(token)), want)
		secret := sealing.NewSecret()
		roots[n] = changed(roots[n].(obj), obj{"root": aKey})
		checkJSON(t, w.must(t, w.giveKey(token, secret)), changed(want, obj{"ready": true, "fixed": n == 2}))
		tokens, sheets = append(tokens, token), append(sheets, secret)
		sum := sha256.Sum256(sealing.FormatKeys(secret.AllKeys()))
		holders[n] = changed(holders[n].(obj), obj{"ready": true, "fingerprint": hex.EncodeToString(sum[:])})
		if n == 2 { // all have made their keys
			kept["assembly"].(obj)["keyNumber"] = pattern(`^[A-Z2-7]{32}$`)
		}
		see(kept)
	}
	number := w.must(t, w.get(holdersPath(c))).json(t)["assembly"].(map[string]any)["keyNumber"].(string)
	for n, token := range tokens {
		w.must(t, w.trySheet(token, sheets[n], number))
		holders[n] = changed(holders[n].(obj), obj{"tried": true})
	}
	see(kept)
	w.move(t, c, "ACTIVE")
	for who, a := range map[string]answer{"a voter": w.must(t, w.ada.as(c.id)),
		"an administrator": w.must(t, w.get(adminElections+"/"+c.id))} {
		e := a.json(t)
		for _, d := range differences(who,
			any(obj{"custody": e["custody"], "threshold": e["threshold"], "holders": e["holders"]}),
			any(obj{"custody": "holders", "threshold": 2, "holders": holders})) {
			t.Error(d)
		}
	}
}

func TestHoldersAreRefused(t *testing.T) {
	w := newWorld(t)
	c, token := w.kept, w.invitation
	secret := sealing.NewSecret()
	w.must(t, w.giveKey(w.must(t, w.post(holdersPath(c)+"/2/invitation", obj{})).text(t, "token"), secret))
	list := func(holders any) call { return w.put(holdersPath(c), obj{"threshold": 1, "holders": holders}) }
	key := func(name string, value any) call {
		call := w.giveKey(token, sealing.NewSecret())
		call.body = changed(call.body.(obj), obj{name: value})
		return call
	}
	const invalid = "validation_failed"
	w.try(t, []scenario{
		{"no list", w.put(holdersPath(c), obj{"threshold": 1}), 400, invalid, "holders"},
		{"null", list(nil), 400, invalid, "holders"},
		{"what is no list", list("Zoe"), 400, invalid, "holders"},
		{"what is no holder", list([]any{"Zoe"}), 400, invalid, "holders"},
		{"no name", list([]any{obj{}}), 400, invalid, "holders"},
		{"a name that is no text", list([]any{obj{"name": 1}}), 400, invalid, "name"},
		{"more than a name", list([]any{obj{"name": "Zoe", "ready": true}}), 400, invalid, "ready"},
		{"a name of 101 characters", w.nameHolders(c, 1, strings.Repeat("z", 101)), 400, invalid, "holders"},
		{"two of one name", w.nameHolders(c, 1, "Zoe", "Zoe"), 400, invalid, "holders"},
		{"ten", w.nameHolders(c, 1, "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"), 400, invalid, "holders"},
		{"more needed than there are", w.nameHolders(c, 3, "Zoe", "Kim"), 400, invalid, "threshold"},
		{"none needed", w.nameHolders(c, 0, "Zoe", "Kim"), 400, invalid, "threshold"},
		{"an open election", w.nameHolders(w.active, 1, "Zoe"), 400, "election_not_draft", ""},
		{"an invitation to an open election", w.post(holdersPath(w.active)+"/1/invitation", obj{}), 400, "election_not_draft",
			""},
		{"no holder of this number", w.post(holdersPath(c)+"/3/invitation", obj{}), 404, "not_found", ""},
		{"nor of none", w.post(holdersPath(c)+"/0/invitation", obj{}), 404, "not_found", ""},
		{"a number in another form", w.post(holdersPath(c)+"/01/invitation", obj{}), 404, "not_found", ""},
		{"an unknown invitation", w.openInvitation(unknownID), 404, "not_found", ""},
		{"what is none", w.openInvitation("Zoe"), 404, "not_found", ""},
		{"a key without an invitation", w.giveKey("", secret), 404, "not_found", ""},
		{"somebody else's keys", key("keys", sealing.FormatKeys(secret.AllKeys())), 400, invalid, "keys"},
		{"keys that are too short", key("keys", sealing.FormatKeys(secret.AllKeys())[1:]), 400, invalid, "keys"},
		{"keys of zeros", key("keys", make([]byte, sealing.Numbers*sealing.KeysSize)), 400, invalid, "keys"},
		{"no keys", key("keys", nil), 400, invalid, "keys"},
		{"what is no base64", key("keys", "?"), 400, invalid, "keys"},
		{"a trial before all have made their keys", w.trySheet(token, secret, ""), 400, "holders_missing", "status"},
		{"a trial without an invitation", w.trySheet("", secret, ""), 404, "not_found", ""},
	})
	w.must(t, w.post(holdersPath(c)+"/1/invitation", obj{}))
	w.try(t, []scenario{{"an invitation that was replaced", w.openInvitation(token), 404, "not_found", ""}})
}

func TestAnInvitationStopsOnceAllKeysAreMade(t *testing.T) {
	w := newWorld(t)
	c := w.contest(t, "Kept board")
	w.must(t, w.nameHolders(c, 1, "Zoe Abbot", "Kim Reed"))
	invite := func(n int) call { return w.post(fmt.Sprint(holdersPath(c), "/", n, "/invitation"), obj{}) }
	token := w.must(t, invite(1)).text(t, "token")
	w.must(t, w.giveKey(token, sealing.NewSecret()))
	w.must(t, w.giveKey(token, sealing.NewSecret())) // in place of the first
	w.must(t, w.giveKey(w.must(t, invite(2)).text(t, "token"), sealing.NewSecret()))
	if a := w.must(t, w.openInvitation(token)).json(t); a["fixed"] != true || a["ready"] != true {
		t.Errorf("the invitation says %v", a)
	}
	w.try(t, []scenario{
		{"another key", w.giveKey(token, sealing.NewSecret()), 400, "keys_fixed", ""},
		{"a trial of another sheet", w.trySheet(token, sealing.NewSecret(), ""), 400, "signature_wrong", "signature"},
		{"another invitation", invite(1), 400, "keys_fixed", ""},
	})
}

func TestInvitationsAreLimited(t *testing.T) {
	w := newWorld(t)
	guess := w.openInvitation(unknownID)
	guess.from = "203.0.113.9:4711"
	tried := 0
	for w.do(t, guess).status == http.StatusNotFound {
		tried++
	}
	if tried != 60 {
		t.Errorf("%d invitations were tried", tried)
	}
	other := w.openInvitation(unknownID)
	other.from = "203.0.113.10:4711"
	w.try(t, []scenario{
		{"one too many", guess, 429, "rate_limited", ""},
		{"by somebody else", other, 404, "not_found", ""},
	})
}

// The next election of an assembly is held by its holders, if it asks for that.
func TestANewElectionIsHeldByTheHoldersOfTheAssembly(t *testing.T) {
	w := newWorld(t)
	w.held(t)
	made := w.must(t, w.post(adminElections, obj{"title": "Fees of 2027", "held": true})).json(t)
	holders, _ := made["holders"].([]any)
	if made["custody"] != "holders" || len(holders) != 3 || holders[0].(obj)["ready"] != true {
		t.Errorf("the custody is %v, the holders are %v", made["custody"], holders)
	}
	plain := w.must(t, w.post(adminElections, obj{"title": "Fees of 2028"})).json(t)
	if plain["custody"] != "server" {
		t.Errorf("without a word the custody is %v", plain["custody"])
	}
	w.try(t, []scenario{
		{"opens by itself", w.post(adminElections, obj{"title": "A", "held": true, "opensAt": "2031-06-08T20:00:00Z",
			"settings": obj{"autoOpen": true}}), 400, "validation_failed", "autoOpen"},
		{"held by a word", w.post(adminElections, obj{"title": "A", "held": "yes"}), 400, "validation_failed", "held"},
	})
}
