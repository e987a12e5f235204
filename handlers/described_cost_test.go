package handlers

import "testing"

// An operation of the API's description takes its problems from the one copy of the catalogue that all operations have.
func TestOperationsShareOneCopyOfTheCatalogue(t *testing.T) {
	api := newDescribedAPI(described{})
	general := api.generalProblems(described{}, admin, true, true)
	own := api.own["castBallot"]
	if len(own) == 0 {
		t.Fatal("castBallot has no problems of its own")
	}
	if n := testing.AllocsPerRun(10, func() { api.shared(general, own) }); n > 8 {
		t.Errorf("an operation makes %.0f copies", n)
	}
}
