package tally

import (
	"reflect"
	"testing"
)

func TestTotals(t *testing.T) {
	none, some := []int{}, []Draw{}
	for name, tc := range map[string]struct {
		seats, papers int
		votes, lot    []int // no lot: ties are stated
		end           Ending
		elected, tied []int
		draws         []Draw
	}{
		"the most votes win": {1, 5, []int{1, 3, 1}, nil, Elected, []int{2}, none, some},
		"a tie is stated":    {1, 5, []int{2, 2, 1}, nil, Tied, none, []int{1, 2}, some},
		"a tie is drawn": {1, 5, []int{2, 2, 1}, []int{1, 0, 2}, Elected, []int{2}, none,
			[]Draw{{0, ForSeat, []int{1, 2}, 2}}},
		"no papers":                   {1, 0, []int{0, 0, 0}, []int{1, 0, 2}, NoVotes, none, none, some},
		"the first seats win":         {2, 9, []int{2, 3, 4}, nil, Elected, []int{3, 2}, none, some},
		"equal votes, seats for all":  {2, 5, []int{2, 2, 1}, nil, Elected, []int{1, 2}, none, some},
		"the last two seats of three": {3, 7, []int{3, 5, 3, 3, 1}, nil, Tied, []int{2}, []int{1, 3, 4}, some},
		"the last two seats are drawn": {3, 7, []int{3, 5, 3, 3, 1}, []int{3, 4, 1, 2, 0}, Elected, []int{2, 3, 4}, none,
			[]Draw{{0, ForSeat, []int{1, 3, 4}, 3}, {0, ForSeat, []int{1, 4}, 4}}},
		"nobody is elected by nobody": {3, 3, []int{0, 2, 0, 1}, []int{0, 1, 2, 3}, Elected, []int{2, 4}, none, some},
		"nobody ties without votes":   {2, 3, []int{0, 3, 0}, nil, Elected, []int{2}, none, some},
	} {
		t.Run(name, func(t *testing.T) {
			for _, m := range []Method{Plurality, Block, Approval} {
				r := Rules{Method: m, Options: len(tc.votes), Seats: tc.seats, Max: len(tc.votes), Draw: tc.lot != nil}
				o, err := r.Count(Evidence{Papers: tc.papers, Votes: tc.votes}, tc.lot, Base{})
				decided := DrawNo
				if len(tc.draws) > 0 {
					decided = DrawYes
				}
				if err != nil || o.Ending != tc.end || !reflect.DeepEqual(o.Elected, tc.elected) ||
					!reflect.DeepEqual(o.Tied, tc.tied) ||
					!reflect.DeepEqual(o.Draws, tc.draws) || o.Decided != decided {
					t.Errorf("%s: %v\n%+v\nwant %+v", m, err, o, tc)
				}
			}
		})
	}
}

func TestMotionsAndTheirThresholds(t *testing.T) {
	more, least := func(n, d int) Threshold { return Threshold{More: []int{n, d}} },
		func(n, d int) Threshold { return Threshold{Least: []int{n, d}} }
	for _, tc := range []struct {
		threshold    Threshold
		of           Basis
		votes        [3]int // yes, no, abstain
		base, needed int
		end          Ending
	}{
		{more(1, 2), OfDecided, [3]int{3, 2, 5}, 5, 3, Passed}, // abstentions are not decided
		{more(1, 2), OfDecided, [3]int{2, 3, 5}, 5, 3, Rejected},
		{more(1, 2), OfDecided, [3]int{2, 2, 0}, 4, 3, Rejected},
		{least(1, 2), OfDecided, [3]int{2, 2, 0}, 4, 2, Rejected}, // reached, but equal
		{least(1, 3), OfDecided, [3]int{2, 4, 0}, 6, 2, Passed},   // a third is asked for, and there
		{least(2, 3), OfDecided, [3]int{4, 2, 1}, 6, 4, Passed},   // exactly two thirds
		{more(2, 3), OfDecided, [3]int{4, 2, 1}, 6, 5, Rejected},
		{least(2, 3), OfDecided, [3]int{4, 3, 0}, 7, 5, Rejected}, // two thirds of 7 is 4 2/3
		{least(1, 1), OfDecided, [3]int{7, 0, 2}, 7, 7, Passed},
		{more(1, 2), OfCast, [3]int{5, 2, 1}, 10, 6, Rejected}, // two papers are invalid
		{more(1, 2), OfCast, [3]int{6, 2, 0}, 10, 6, Passed},
		{least(1, 4), OfElectorate, [3]int{5, 2, 1}, 20, 5, Passed},
		{least(1, 4), OfElectorate, [3]int{4, 2, 1}, 20, 5, Rejected},
		{more(1, 2), OfDecided, [3]int{0, 0, 3}, 0, 1, Rejected}, // nothing decided
		{least(1, 2), OfDecided, [3]int{0, 0, 0}, 0, 1, Rejected},
		{more(99, 100), OfDecided, [3]int{MaxPapers, 0, 0}, MaxPapers, MaxPapers/100*99 + 1, Passed},
	} {
		tc.threshold.Of = tc.of
		r := Rules{Method: Motion, Options: 3, Seats: 1, Min: 1, Max: 1, Threshold: &tc.threshold}
		e := Evidence{Papers: tc.votes[0] + tc.votes[1] + tc.votes[2], Votes: tc.votes[:]}
		o, err := r.Count(e, nil, Base{Cast: 10, Electorate: 20})
		if err != nil || o.Base != tc.base || o.Needed != tc.needed || o.Ending != tc.end || len(o.Elected)+len(o.Tied) > 0 {
			t.Errorf("%+v: base %d, needed %d, %s, elected %v, tied %v, %v", tc, o.Base, o.Needed, o.Ending, o.Elected, o.Tied,
				err)
		}
	}
}

func TestCandidatesAndThresholds(t *testing.T) {
	for name, tc := range map[string]struct {
		seats         int
		of            Basis
		papers        int
		votes         []int
		needed        int
		end           Ending
		elected, tied []int
	}{
		"more than half":               {1, OfDecided, 5, []int{1, 3, 1}, 3, Elected, []int{2}, []int{}},
		"the first two go on":          {1, OfDecided, 6, []int{1, 3, 2}, 4, NoMajority, []int{}, []int{2, 3}},
		"all that share the first":     {1, OfDecided, 7, []int{2, 1, 2, 2}, 4, NoMajority, []int{}, []int{1, 3, 4}},
		"two share the first":          {1, OfDecided, 5, []int{1, 2, 2}, 3, NoMajority, []int{}, []int{2, 3}},
		"all that share the second":    {1, OfDecided, 6, []int{1, 3, 1, 1}, 4, NoMajority, []int{}, []int{1, 2, 3, 4}},
		"one alone misses it":          {1, OfCast, 3, []int{0, 3, 0}, 6, NoMajority, []int{}, []int{2}},
		"half of the roll is not more": {1, OfElectorate, 10, []int{0, 10, 0}, 11, NoMajority, []int{}, []int{2}},
		"more than half of the roll":   {1, OfElectorate, 11, []int{0, 11, 0}, 11, Elected, []int{2}, []int{}},
		"nobody voted":                 {1, OfDecided, 0, []int{0, 0}, 1, NoVotes, []int{}, []int{}},
		"two of three seats":           {3, OfDecided, 7, []int{5, 4, 3, 2, 3}, 4, NoMajority, []int{1, 2}, []int{3, 5}},
		"who shares the last place goes on": {3, OfDecided, 7, []int{5, 3, 2, 2, 2}, 4, NoMajority, []int{1},
			[]int{2, 3, 4, 5}},
		"nobody for two seats":             {2, OfDecided, 9, []int{3, 2, 4, 1}, 5, NoMajority, []int{}, []int{1, 2, 3}},
		"all seats":                        {2, OfDecided, 7, []int{5, 4, 6}, 4, Elected, []int{3, 1}, []int{}},
		"a tie for the last":               {2, OfDecided, 7, []int{5, 5, 6}, 4, Tied, []int{3}, []int{1, 2}},
		"a seat for whom nobody has votes": {3, OfDecided, 5, []int{5, 4, 0}, 3, NoMajority, []int{1, 2}, []int{}},
		"several reach it":                 {1, OfDecided, 5, []int{4, 4, 1}, 3, Tied, []int{}, []int{1, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			r := Rules{Method: Approval, Options: len(tc.votes), Seats: tc.seats, Max: len(tc.votes),
				Threshold: &Threshold{More: []int{1, 2}, Of: tc.of}}
			o, err := r.Count(Evidence{Papers: tc.papers, Votes: tc.votes}, nil, Base{Cast: 10, Electorate: 20})
			if err != nil || o.Needed != tc.needed || o.Ending != tc.end || !reflect.DeepEqual(o.Elected, tc.elected) ||
				!reflect.DeepEqual(o.Tied, tc.tied) {
				t.Errorf("%v\n%+v\nwant %+v", err, o, tc)
			}
		})
	}
}

func TestConfirmElectsWhomMoreConfirm(t *testing.T) {
	more, two, half := &Threshold{More: []int{1, 2}, Of: OfDecided}, &Threshold{Least: []int{2, 3}, Of: OfDecided},
		&Threshold{Least: []int{1, 2}, Of: OfDecided}
	for name, tc := range map[string]struct {
		seats         int
		threshold     *Threshold
		papers        int
		yes, no       []int
		lot           []int // no lot: ties are stated
		needed        int
		end           Ending
		elected, tied []int
	}{
		"one who stands alone":       {1, more, 9, []int{5}, []int{3}, nil, 0, Elected, []int{1}, []int{}},
		"one whom most refuse":       {1, more, 9, []int{3}, []int{5}, nil, 0, NoMajority, []int{}, []int{1}},
		"one whom everybody refuses": {1, more, 9, []int{0}, []int{9}, nil, 0, NoMajority, []int{}, []int{}},
		"everybody abstains":         {1, more, 9, []int{0}, []int{0}, nil, 0, NoMajority, []int{}, []int{}},
		"nobody votes":               {1, more, 0, []int{0}, []int{0}, nil, 0, NoVotes, []int{}, []int{}},
		"as many yes as no":          {1, more, 8, []int{4}, []int{4}, nil, 0, NoMajority, []int{}, []int{1}},
		"half is enough, but equal": {1, half, 8, []int{4}, []int{4}, nil, 0, NoMajority,
			[]int{}, []int{1}},
		"abstentions do not count":       {1, more, 9, []int{1}, []int{0}, nil, 0, Elected, []int{1}, []int{}},
		"two thirds of each":             {2, two, 9, []int{6, 4, 5}, []int{3, 2, 4}, nil, 0, Elected, []int{1, 2}, []int{}},
		"the most yes of those who pass": {1, more, 9, []int{4, 5, 6}, []int{3, 1, 3}, nil, 0, Elected, []int{3}, []int{}},
		"most yes, but more no":          {1, more, 12, []int{5, 2, 3}, []int{7, 1, 2}, nil, 0, Elected, []int{3}, []int{}},
		"a tie for the last seat":        {2, more, 9, []int{4, 6, 4}, []int{1, 2, 3}, nil, 0, Tied, []int{2}, []int{1, 3}},
		"the last seat is drawn": {2, more, 9, []int{4, 6, 4}, []int{1, 2, 3}, []int{1, 2, 0}, 0, Elected,
			[]int{2, 3}, []int{}},
		"a seat stays empty": {3, more, 9, []int{3, 6, 2, 1}, []int{1, 2, 7, 8}, nil, 0, NoMajority,
			[]int{2, 1}, []int{3, 4}},
		"two of three seats stay empty": {3, more, 9, []int{3, 6, 2, 2, 1}, []int{4, 2, 7, 7, 8}, nil, 0, NoMajority,
			[]int{2}, []int{1, 3, 4}},
		"who shares the last place stands again": {1, more, 9, []int{3, 2, 2, 1}, []int{4, 4, 7, 7}, nil, 0, NoMajority,
			[]int{}, []int{1, 2, 3}},
		"of all who voted": {1, &Threshold{More: []int{1, 2}, Of: OfCast}, 9, []int{5, 4}, []int{0, 0}, nil, 6, NoMajority,
			[]int{}, []int{1, 2}},
		"of the roll": {1, &Threshold{Least: []int{1, 4}, Of: OfElectorate}, 9, []int{5, 4}, []int{4, 0}, nil, 5, Elected,
			[]int{1}, []int{}},
	} {
		t.Run(name, func(t *testing.T) {
			r := confirm(len(tc.yes), tc.seats)
			r.Threshold, r.Draw = tc.threshold, tc.lot != nil
			o, err := r.Count(Evidence{Papers: tc.papers, Votes: tc.yes, Against: tc.no}, tc.lot, Base{Cast: 10, Electorate: 20})
			if err != nil || o.Needed != tc.needed || o.Ending != tc.end || !reflect.DeepEqual(o.Elected, tc.elected) ||
				!reflect.DeepEqual(o.Tied, tc.tied) || !reflect.DeepEqual(o.Against, tc.no) {
				t.Errorf("%v\n%+v\nwant %+v", err, o, tc)
			}
		})
	}
}
