package handlers_test

import (
	"testing"
	"time"

	"ostrakon/store"
)

func TestAFrozenRollThatIsGoneIsSaidToAdministrators(t *testing.T) {
	w := newWorld(t)
	w.enrol(t, "", "full_name,national_id", "Ada Okafor,"+numberOf(1), "Noor Haddad,"+numberOf(21))
	c := w.paper(t, obj{"settings": obj{"electorate": "roll"}}, ask("plurality", nil, "A", "B")).contest
	path := adminElections + "/" + c.id
	w.move(t, c, "ACTIVE")
	w.move(t, c, "COMPLETED")
	w.must(t, w.post(path+"/calculate-results", nil))
	w.must(t, w.settings(obj{"keepDays": obj{"rolls": 10}}))
	w.must(t, w.get(path+"/electorate"))
	before := w.must(t, w.get(path)).json(t)
	w.advance(10*24*time.Hour + time.Minute)
	if swept := must(w.store.Sweep(t.Context()))(t); swept != (store.Swept{Rolls: 2}) { // with that of the world
		t.Fatalf("swept %+v", swept)
	}
	w.admin = w.signIn(t, w.admin.email, w.admin.name) // the session is over
	e := w.must(t, w.get(path)).json(t)
	if before["rollGoneAt"] != nil || e["rollGoneAt"] == nil ||
		len(differences("turnout", e["turnout"], before["turnout"])) > 0 {
		t.Errorf("the election says %v, %v", e["rollGoneAt"], e["turnout"])
	}
	if left := w.must(t, w.get(path+"/voters")).list(t); len(left) != 0 {
		t.Errorf("its voters are %v", left)
	}
	w.try(t, []scenario{{"the roll that is gone", w.get(path + "/electorate"), 404, "not_found", ""}})
}
