package handlers_test

import (
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers"
	"ostrakon/store/counter"
	"ostrakon/store/sealing"
)

// example is a request that its route carries out, with every field that the
// route takes, and what it answers.
type example struct {
	handlers.RouteLine
	call
	want int
	code string // where even a good request is refused
}

// examples makes one for each route of the table, so that the tests which walk
// it need only change what they are about. voter is who asks on the routes of voters.
func (w *world) examples(tb testing.TB) []example {
	tb.Helper()
	bodies := w.exampleBodies(tb)
	var all []example
	for _, rt := range handlers.Routes() {
		e := example{RouteLine: rt, want: 200,
			call: call{method: rt.Method, path: w.examplePath(tb, rt), body: bodies[rt.Method+" "+rt.Path], from: w.elsewhere()}}
		switch rt.Access {
		case "ADMIN":
			e.token = w.admin.token
		case "USER", "signed-in":
			e.token = w.ada.token
		}
		if rt.Method == "DELETE" && rt.Path == "/api/user/profile/photo" {
			e.want, e.code = 404, "not_found" // ada has none
		}
		if strings.HasSuffix(rt.Path, "/solid") && rt.Method != "POST" {
			e.want, e.code = 404, "not_found" // nobody is one
		}
		switch rt.Method + " " + rt.Path {
		case "DELETE /api/admin/settings/logo", "GET /api/logo", "GET /api/certificate":
			e.want, e.code = 404, "not_found" // there is none
		case "DELETE /api/admin/elections/:id/questions/:questionId":
			e.want, e.code = 400, "last_question"
		case "DELETE /api/admin/elections/:id/rehearsal":
			e.want, e.code = 404, "not_found" // there is none
		case "POST /api/admin/network/room", "DELETE /api/admin/network/room":
			e.want, e.code = 400, "room_refused" // nobody reaches the server of a test but the test
		case "PUT /api/admin/elections/:id/end":
			e.want, e.code = 400, "validation_failed" // there is no end to move
		case "POST /api/admin/elections/:id/resume":
			e.want, e.code = 400, "election_not_stopped"
		case "POST /api/admin/elections/:id/questions/:questionId/second-round":
			e.want, e.code = 400, "no_second_round"
		case "POST /api/auth/reset", "POST /api/auth/link", "POST /api/admin/mail/test",
			"POST /api/admin/elections/:id/invitations":
			e.want, e.code = 400, "mail_not_set"
		case "POST /api/auth/provider", "POST /api/admin/provider/test":
			e.want, e.code = 400, "provider_not_set"
		case "POST /api/auth/provider/session", "PUT /api/user/provider":
			e.want, e.code = 401, "sign_in_stale" // it began nowhere
		case "DELETE /api/admin/users/:userId":
			e.want, e.code = 400, "voted_in_open" // ben has voted
		case "POST /api/admin/roll/undo":
			e.want, e.code = 400, "import_not_undoable" // it is not the id of the last one
		case "POST /api/admin/invitations/mail", "POST /api/auth/invitation":
			e.want, e.code = 400, "admin_invitation_invalid"
		case "DELETE /api/admin/invitations/:userId":
			e.want, e.code = 404, "not_found" // nobody is invited
		case "POST /api/auth/portal", "POST /api/admin/portal/test":
			e.want, e.code = 400, "portal_unset"
		case "POST /api/auth/reset/password":
			e.want, e.code = 400, "reset_invalid"
		case "GET /api/admin/elections/:id/slips", "DELETE /api/admin/elections/:id/slips":
			e.want, e.code = 400, "slips_unfit" // the server has the key
		case "PUT /api/admin/elections/:id/slips":
			e.want, e.code = 400, "slips_refused"
			e.header = http.Header{"Content-Type": {"application/octet-stream"}}
		case "GET /api/admin/elections/:id/papers", "POST /api/admin/elections/:id/papers/handed",
			"PUT /api/admin/elections/:id/papers/lot", "GET /api/admin/elections/:id/papers/differences",
			"POST /api/admin/elections/:id/papers/finish", "PUT /api/admin/elections/:id/papers/entries/:number",
			"GET /api/admin/elections/:id/papers/entries/:number",
			"PUT /api/admin/elections/:id/papers/entries/:number/:reference",
			"DELETE /api/admin/elections/:id/papers/entries/:number/:reference":
			e.want, e.code = 400, "no_papers" // none were printed
		case "POST /api/admin/elections/:id/count":
			e.want, e.code = 400, "count_without_sheets"
		case "POST /api/admin/elections/:id/count/upload":
			e.want, e.code = 400, "count_refused"
			e.header = http.Header{"Content-Type": {"application/zip"}}
		}
		switch rt.Path {
		case "/api/board/elections/:id/consistency":
			e.path += "?from=1&to=2"
		case "/api/board/elections/:id/count/parts":
			e.path += "?holder=1&from=0"
			e.want, e.code = 400, "count_not_started"
		case "/api/board/elections/:id/count/shares":
			e.want, e.code = 400, "count_not_started"
			e.header = http.Header{"Content-Type": {"application/octet-stream"}}
		case "/api/board/elections/:id/count/signatures":
			e.want, e.code = 400, "count_not_started"
		case "/api/board/invitations/tried":
			e.want, e.code = 400, "holders_missing"
		case "/api/board/elections/:id/cosignatures":
			e.want, e.code = 400, "cosignature_refused" // it has no witness
			e.header = http.Header{"Content-Type": {"text/plain"}}
		case "/api/auth/verify-id":
			e.want, e.code = 503, "ocr_unavailable"
		case "/api/auth/setup":
			e.want, e.code = 403, "setup_closed"
		case "/api/admin/roll":
			e.header = http.Header{"Content-Type": {"text/csv"}}
		}
		delete(bodies, rt.Method+" "+rt.Path)
		all = append(all, e)
	}
	for name := range bodies {
		tb.Errorf("there is an example for %s, which is no route", name)
	}
	return all
}

// examplePath names, in the path of a route, an election that allows it.
func (w *world) examplePath(tb testing.TB, rt handlers.RouteLine) string {
	tb.Helper()
	c := w.active
	switch {
	case strings.Contains(rt.Path, "/holders"):
		c = w.kept
	case strings.HasSuffix(rt.Path, "/calculate-results"), strings.HasSuffix(rt.Path, "/results"),
		strings.HasSuffix(rt.Path, "/electorate"), strings.HasSuffix(rt.Path, "/second-round"),
		strings.HasPrefix(rt.Path, "/api/board/"):
		c = w.counted
	case slices.Contains([]string{"count", "upload", "box"}, path.Base(rt.Path)):
		c = w.completed
	case slices.Contains([]string{"key", "end", "cancel", "invitations"}, path.Base(rt.Path)):
	case rt.Access == "ADMIN" && !strings.HasSuffix(rt.Path, "/photo") || rt.Method != "GET" && rt.Access == "ADMIN":
		c = w.draft
	}
	if strings.HasPrefix(rt.Path, "/api/conversions/") {
		c.id = w.started(tb, stl(tetrahedron()))
	}
	nomination := w.nomination
	if strings.Contains(rt.Path, "nominations") {
		c = w.draft
	}
	if strings.HasSuffix(rt.Path, "/person") {
		nomination = w.proposal
	}
	filename := w.photo
	if strings.HasPrefix(rt.Path, "/api/files/") {
		filename = path.Base(w.converted(tb, stl(tetrahedron()))[".gltf"])
	}
	if rt.Path == "/api/admin/models/:filename" {
		filename = w.keptModel(tb)
	}
	return strings.NewReplacer(":id", c.id, ":questionId", c.question, ":candidateId", c.candidates[0], ":userId",
		w.ben.id, ":nominationId", nomination, ":handsId", w.hands,
		":entryId", w.entry, ":filename", filename, ":leaf", w.leaf, ":number", "1",
		":reference", "1").Replace(rt.Path)
}

func (w *world) exampleBodies(tb testing.TB) map[string]any {
	other := w.must(tb, w.get("/api/admin/roll?registered=true")).list(tb)[0].(obj)["id"]
	image := form{{"image", smallPNG(tb)}}
	election := obj{
		"title": "Treasurer", "description": "One seat.", "timeZone": "Europe/Lisbon",
		"settings": obj{
			"shuffleCandidates": true, "electorate": "roll", "autoOpen": true, "autoCount": true, "maxProxies": 2,
			"printedPapers": 0, "quorum": obj{"least": []any{1, 4}}, "proof": false,
		},
		"opensAt": "2031-06-01T08:00:00Z", "closesAt": "2031-06-07T20:00:00Z",
		"translations": []any{obj{"language": "fr", "title": "Assemblée générale", "description": "Chaque année."}},
	}
	question := obj{
		"title": "Chair", "text": "For two years.", "method": "plurality", "seats": 1, "min": 0, "max": 1, "draw": false,
		"last": true, "threshold": obj{"more": []any{1, 2}, "of": "cast"}, "evidence": "papers", "keepThreshold": true,
		"quotas": []any{},
		"groups": []any{}, "translations": []any{obj{"language": "fr", "title": "Présidence", "text": "Pour deux ans."}},
		"lists": obj{},
	}
	candidate := obj{"name": "Grace Mensah", "affiliation": "Tenants' list", "description": "Wants the roof done.",
		"minority": false, "translations": []any{
			obj{"language": "fr", "affiliation": "Liste des locataires", "description": "Le toit d’abord."}}}
	person := obj{"fullName": "Someone Else", "email": "else" + addressMark, "phone": "+44 20 7946 0018",
		"dateOfBirth": "1984-03-17"}
	onRoll := obj{
		"samePerson": false, "lastName": "Sand",
		"fullName": "Emil Sand", "dateOfBirth": "1990-04-25", "member": "M-8", "voterId": numberMark + "/7756",
		"email": "emil" + addressMark, "language": "de",
		"address": "Am Deich 3\n25899 Niebüll", "weight": 2, "proxyFor": []any{}, "groups": []any{},
	}
	counted := obj{"day": "2026-03-01", "title": "Close the list of speakers", "text": "At once.", "for": 4, "against": 4,
		"abstain": 1, "present": 9, "tellers": []any{"Tomas Lind"}, "threshold": obj{"more": []any{1, 2}, "of": "electorate"},
		"casting": "for"}
	with := func(base obj, more obj) obj {
		out := obj{}
		for _, o := range []obj{base, more} {
			for name, value := range o {
				out[name] = value
			}
		}
		return out
	}
	return map[string]any{
		"POST /api/convert":           modelForm{text("method", "custom-glb"), stl(tetrahedron())},
		"POST /api/convert-stl":       modelForm{text("method", "custom-glb"), stl(tetrahedron())},
		"POST /api/inspect":           modelForm{stl(tetrahedron())},
		"POST /api/auth/login":        obj{"email": w.ada.email, "password": rightPassword},
		"POST /api/auth/key":          obj{"key": w.key, "dateOfBirth": "1984-03-17", "member": "M-7"},
		"POST /api/auth/key/person":   obj{"key": w.key},
		"POST /api/auth/portal":       obj{"token": "e30.e30.e30"},
		"POST /api/admin/portal/test": obj{"link": "https://vote.example.org/#portal/e30.e30.e30"},
		"PUT /api/admin/portal":       obj{"algorithm": "EdDSA", "publicKey": portalJWK},
		"POST /api/auth/register": with(person,
			obj{"password": rightPassword, "voterId": numberMark + "/7755", "askForReview": true}),
		"POST /api/auth/verify-id":     image,
		"POST /api/admin/network/room": obj{"encrypted": false},
		"POST /api/auth/setup": obj{
			"setupToken": "no longer one", "email": "third" + addressMark, "password": rightPassword, "fullName": "Tia Third",
			"organisation": "Sedge Society", "timeZone": "Europe/Lisbon",
			"language": "fr", "contact": "Tia Third, room 4",
			"identity": obj{"policy": "number", "nationalId": "any", "voterId": "any"},
		},
		"POST /api/auth/logout":         obj{"everywhere": true},
		"POST /api/auth/password":       obj{"currentPassword": rightPassword, "newPassword": freshPassword},
		"POST /api/auth/reset":          obj{"email": w.ada.email},
		"POST /api/auth/link":           obj{"email": w.ada.email},
		"POST /api/auth/reset/password": obj{"token": "aaaaaaaaaaaaaaaaaaaaaaaaaa", "newPassword": freshPassword},
		"POST /api/auth/invitation": obj{"key": "aaaaaaaaaaaaaaaaaaaaaaaaaa", "email": "else" + addressMark,
			"password": freshPassword},
		"POST /api/admin/invitations": obj{"fullName": "Someone Else"},
		"POST /api/admin/invitations/mail": obj{"key": "aaaaaaaaaaaaaaaaaaaaaaaaaa",
			"to": "else" + addressMark},
		"POST /api/auth/provider":         obj{"address": "https://vote.reeds.example"},
		"POST /api/auth/provider/session": obj{"flow": "none", "state": "none", "code": "none"},
		"PUT /api/user/provider":          obj{"flow": "none", "state": "none", "code": "none"},
		"PUT /api/admin/provider": obj{"name": "Reeds", "issuer": "https://login.reeds.example", "clientId": "vote",
			"secret": rightPassword, "match": "member", "claim": "member_number"},
		"PUT /api/admin/mail": obj{
			"host": "smtp.reeds.example", "port": 587, "security": "starttls", "username": "reeds", "password": rightPassword,
			"from": "vote" + addressMark, "fromName": "Sedge Society", "perMinute": 60,
		},
		"POST /api/admin/mail/test": obj{"to": "else" + addressMark},
		"POST /api/admin/elections/:id/invitations": obj{"kind": "reminder", "opens": "On Saturday",
			"texts": obj{"en": obj{"subject": "{election}", "body": "{name} {link}"}}},
		"DELETE /api/user/profile": obj{"password": rightPassword,
			"confirm": "Ada Okafor"},
		"POST /api/admin/elections": with(election, obj{"question": obj{"method": "block", "seats": 2},
			"held": false}),
		"POST /api/admin/motions": obj{"title": "Buy the second kiln",
			"text": "For 4,000.", "threshold": obj{"least": []any{2, 3}, "of": "cast"}, "electorate": "open", "minutes": 5,
			"maxProxies": 2, "held": false},
		"POST /api/admin/hands": counted,
		"PUT /api/admin/hands/:handsId": with(counted, obj{"for": 3, "against": 4, "casting": "",
			"reason": "One hand was counted twice."}),
		"PUT /api/admin/hands/:handsId/withdrawal": obj{"reason": "Recorded twice."},
		"PUT /api/admin/elections/:id":             election,
		"PUT /api/admin/elections/:id/status":      obj{"status": "ACTIVE"},
		"POST /api/admin/elections/:id/candidates": with(candidate,
			obj{"question": w.draft.question}),
		"PUT /api/admin/elections/:id/candidates/:candidateId":           candidate,
		"POST /api/admin/elections/:id/candidates/:candidateId/photo":    image,
		"POST /api/admin/elections/:id/candidates/:candidateId/solid":    modelForm{stl(tetrahedron())},
		"POST /api/admin/elections/:id/papers/handed":                    obj{"entryId": w.entry},
		"PUT /api/admin/elections/:id/papers/lot":                        obj{"number": 4711},
		"PUT /api/admin/elections/:id/papers/entries/:number":            obj{"clerk": "Tomas Lind"},
		"PUT /api/admin/elections/:id/papers/entries/:number/:reference": obj{"marks": []int{1, 0}, "invalid": false},
		"PUT /api/admin/elections/:id/end": obj{"closesAt": "2031-06-08T20:00:00Z",
			"reason": "The post was late."},
		"PUT /api/admin/elections/:id/nominations": obj{"questions": []any{w.draft.question},
			"until": "2031-05-20T18:00:00Z"},
		"PUT /api/admin/elections/:id/nominations/:nominationId":         obj{"decision": "admit", "reason": "A member."},
		"PUT /api/admin/elections/:id/nominations/:nominationId/person":  obj{"entry": w.entry},
		"PUT /api/user/nominations/:id/questions/:questionId":            obj{"affiliation": "Reeds", "statement": "Yes."},
		"POST /api/user/nominations/:id/questions/:questionId/proposals": obj{"name": "Ben Lind"},
		"POST /api/user/nominations/:id/questions/:questionId/photo":     image,
		"POST /api/admin/elections/:id/resume":                           obj{"reason": "The disk broke."},
		"POST /api/admin/elections/:id/cancel":                           obj{"reason": "A candidate was missing."},
		"POST /api/admin/elections/:id/questions":                        question,
		"POST /api/admin/elections/:id/questions/:questionId/candidates": obj{
			"names": []any{"Ines Flood", "Olu Ford"}},
		"POST /api/admin/elections/:id/duplicate":                          obj{"questions": []any{w.draft.question}},
		"PUT /api/admin/elections/:id/questions":                           obj{"order": []any{w.draft.question}},
		"PUT /api/admin/elections/:id/questions/:questionId":               question,
		"POST /api/admin/elections/:id/questions/:questionId/second-round": obj{"title": "Second round"},
		"PUT /api/admin/elections/:id/candidates": obj{"question": w.draft.question,
			"order": []any{w.draft.candidates[1], w.draft.candidates[0]}},
		"PUT /api/admin/settings": obj{
			"organisation": "Reed Bed Society", "language": "en", "timeZone": "Europe/Lisbon", "contact": "Olu Office, room 3",
			"address":  "https://vote.example.org",
			"identity": obj{"voterId": "any"}, "pages": obj{"convert": true, "docs": true},
			"sites": []any{"https://club.example"}, "keepDays": obj{"applications": 90, "accounts": 800, "rolls": 0},
		},
		"POST /api/admin/settings/logo":                image,
		"POST /api/admin/models":                       obj{"file": path.Base(w.converted(tb, solidGLB()...)[".glb"])},
		"POST /api/admin/backup":                       obj{"password": rightPassword},
		"PUT /api/admin/candidates/:candidateId/image": image,
		"PUT /api/admin/users/:userId": with(person,
			obj{"role": "ADMIN", "status": "ACTIVE", "password": freshPassword}),
		"POST /api/admin/users/:userId/admission": obj{"decision": "refuse", "reason": "He has moved away."},
		"POST /api/admin/roll/entries":            with(onRoll, obj{"nationalId": numberOf(6), "member": "E-6"}),
		"POST /api/admin/roll/undo":               obj{"id": w.entry},
		"PUT /api/admin/roll/:entryId":            onRoll,
		"PUT /api/admin/roll/:entryId/present":    obj{"present": true},
		"PUT /api/admin/roll/:entryId/holder":     obj{"holder": other},
		"POST /api/admin/roll":                    "full_name,national_id\nEmil Sand," + numberOf(5),
		"POST /api/admin/roll/keys":               obj{"which": "entries", "entries": []any{w.entry}},
		"PUT /api/admin/elections/:id/holders": obj{"threshold": 1, "title": "Kept board", "newAssembly": false,
			"holders": []any{obj{"name": "Zoe Abbot"}, obj{"name": "Kim Reed"}}},
		"POST /api/board/invitations":                    obj{"token": w.invitation},
		"POST /api/board/invitations/key":                keyOf(w.invitation, sealing.NewSecret()),
		"POST /api/board/invitations/tried":              obj{"token": w.invitation, "signature": make([]byte, 64)},
		"POST /api/admin/elections/:id/count/upload":     []byte("PK"),
		"POST /api/board/elections/:id/count/shares":     make([]byte, counter.SharesSize(0)),
		"POST /api/board/elections/:id/count/signatures": obj{"holder": 1, "signature": make([]byte, 64)},
		"PUT /api/admin/elections/:id/witnesses":         obj{"needed": 1, "keys": []any{exampleWitness}},
		"POST /api/board/elections/:id/cosignatures":     "ostrakon/",
		"PUT /api/user/profile":                          with(person, obj{"currentPassword": rightPassword}),
		"POST /api/user/profile/photo":                   image,
		"POST " + handlers.CastBallotPath:                w.sealedFor(tb, w.active, w.ada.id, 1, 0),
		"POST " + handlers.CastVotePath:                  obj{"candidateId": w.active.candidates[0]},
	}
}
