package tally

import (
	"reflect"
	"testing"
)

func TestAMotionPassesByWeightsAndByPeople(t *testing.T) {
	least := func(n, d int, of Basis) *Threshold { return &Threshold{Least: []int{n, d}, Of: of} }
	half, two := &Threshold{More: []int{1, 2}, Of: OfDecided}, least(1, 2, OfDecided)
	for name, tc := range map[string]struct {
		people       *Threshold
		yes, no      []int // weights
		base, needed int
		met          bool
		end          Ending
	}{
		"both":                            {half, []int{3, 1, 1}, []int{2, 1}, 5, 3, true, Passed},
		"people for it, weights against":  {half, []int{1, 1, 1}, []int{3, 1}, 5, 3, true, Rejected},
		"weights for it, people against":  {half, []int{7}, []int{1, 1}, 3, 2, false, Rejected},
		"a tie of weights":                {half, []int{1, 1, 1}, []int{3}, 4, 3, true, Rejected},
		"a tie of people":                 {half, []int{5, 1}, []int{1, 1}, 4, 3, false, Rejected},
		"half of the people, but a tie":   {two, []int{5, 1}, []int{1, 1}, 4, 2, false, Rejected},
		"nobody":                          {half, nil, nil, 0, 1, false, Rejected},
		"of all who voted":                {least(3, 5, OfCast), []int{1, 1}, []int{1}, 5, 3, false, Rejected},
		"of all who may vote":             {least(1, 2, OfElectorate), []int{2, 1, 1, 1}, []int{1}, 8, 4, true, Passed},
		"fewer than those who may vote":   {least(2, 3, OfElectorate), []int{2, 1, 1, 1}, []int{1}, 8, 6, false, Rejected},
		"all of them":                     {least(1, 1, OfDecided), []int{2, 1}, nil, 2, 2, true, Passed},
		"two thirds of the votes missing": {half, []int{1, 1, 1}, []int{1, 1}, 5, 3, true, Passed},
	} {
		t.Run(name, func(t *testing.T) {
			r := Rules{Method: Motion, Options: 3, Seats: 1, Min: 1, Max: 1, Threshold: half, PeopleThreshold: tc.people}
			papers := []Paper{{[]byte{0, 0, 1}, 9}}
			for _, weight := range tc.yes {
				papers = append(papers, Paper{[]byte{1, 0, 0}, weight})
			}
			for _, weight := range tc.no {
				papers = append(papers, Paper{[]byte{0, 1, 0}, weight})
			}
			o, err := r.Count(r.Evidence(papers, nil), nil, Base{Cast: 30, CastPeople: 5, Electorate: 90, ElectoratePeople: 8})
			want := &ByPeople{[]int{len(tc.yes), len(tc.no), 1}, tc.base, tc.needed, tc.met}
			if err != nil || o.Ending != tc.end || !reflect.DeepEqual(o.ByPeople, want) {
				t.Errorf("%v, %s, %+v, want %s, %+v", err, o.Ending, o.ByPeople, tc.end, want)
			}
		})
	}
}
