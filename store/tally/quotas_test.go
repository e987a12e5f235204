package tally

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// byTheBook elects from an order without equals as WO BetrVG § 22 does: first as many of each kind as it has at least,
// then the others in their order, but nobody of a kind that has its most.
func byTheBook(r Rules, order []int) []int {
	kind, seats := make(map[int]int), make([]int, len(r.Quotas))
	for k, q := range r.Quotas {
		for _, option := range q.Options {
			kind[option-1] = k + 1
		}
	}
	elected := make(map[int]bool)
	for _, reserved := range []bool{true, false} {
		for _, option := range order {
			k := kind[option] - 1
			switch {
			case elected[option], reserved && (k < 0 || seats[k] == r.Quotas[k].Least):
				continue
			case !reserved && (len(elected) == r.Seats || k >= 0 && r.Quotas[k].Most > 0 && seats[k] == r.Quotas[k].Most):
				continue
			case k >= 0:
				seats[k]++
			}
			elected[option] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(order), func(option int) bool { return !elected[option] })
}

// orders are all orders without equals that levels leave open.
func orders(levels [][]int) [][]int {
	if len(levels) == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for i, first := range levels[0] {
		rest := slices.Delete(slices.Clone(levels[0]), i, i+1)
		left := levels[1:]
		if len(rest) > 0 {
			left = append([][]int{rest}, left...)
		}
		for _, order := range orders(left) {
			all = append(all, append([]int{first}, order...))
		}
	}
	return all
}

// someQuotas are quotas of one or two kinds that fit, or nil.
func someQuotas(random *rand.Rand, options, seats int) []Quota {
	for {
		quotas := make([]Quota, 2)
		for i := range options {
			if k := random.IntN(3); k < 2 {
				quotas[k].Options = append(quotas[k].Options, i+1)
			}
		}
		for k := range quotas {
			quotas[k].Least, quotas[k].Most = random.IntN(seats+1), random.IntN(seats+1)
		}
		quotas = slices.DeleteFunc(quotas, func(q Quota) bool { return len(q.Options) == 0 || q.Least+q.Most == 0 })
		if (Rules{Options: options, Seats: seats, Quotas: quotas}).checkQuotas(Approval.Traits()) == nil {
			return quotas
		}
	}
}

// Whoever is elected is elected in every order that the votes leave open, and whoever is tied in some of them. A draw
// elects those of one order, and if somebody refuses, the same rule is used without them.
func TestQuotasElectAsTheRuleSays(t *testing.T) {
	random := rand.New(rand.NewPCG(22, 1))
	seen := make(map[string]int)
	for range 20_000 {
		options := 2 + random.IntN(5)
		r := Rules{Method: Approval, Options: options, Seats: 1 + random.IntN(options), Max: options}
		r.Quotas = someQuotas(random, options, r.Seats)
		levels := [][]int{{}}
		for _, option := range random.Perm(options)[random.IntN(2):] {
			if random.IntN(2) == 0 && len(levels[len(levels)-1]) > 0 {
				levels = append(levels, nil)
			}
			levels[len(levels)-1] = append(levels[len(levels)-1], option)
		}
		about := fmt.Sprintf("%v for %d seats, %v", levels, r.Seats, r.Quotas)
		times, all := make([]int, options), orders(levels)
		for _, order := range all {
			for _, option := range byTheBook(r, order) {
				times[option]++
			}
		}
		elected, tied := r.seated(levels)
		for option, n := range times {
			if (n == len(all)) != slices.Contains(elected, option) ||
				(n > 0 && n < len(all)) != slices.Contains(tied, option) {
				t.Fatalf("%s: elected %v, tied %v; option %d is elected in %d of %d orders", about, elected, tied, option, n,
					len(all))
			}
		}
		seen[fmt.Sprintf("tied %t", len(tied) > 0)]++
		lot := random.Perm(options)
		r.Draw = true
		var o Outcome
		r.seat(&o, levels, lot)
		order := slices.Concat(ordered(levels, lot)...)
		sorted := func(options []int) []int { return slices.Sorted(slices.Values(options)) }
		if book := numbers(byTheBook(r, order)); !slices.Equal(sorted(o.Elected), sorted(book)) {
			t.Fatalf("%s, drawn %v: %v, by the book %v", about, order, o.Elected, book)
		}
		if o.Succession == nil {
			continue
		}
		for i, refuses := range o.Elected {
			if len(r.Quotas) == 0 {
				break
			}
			next := numbers(byTheBook(r, without(order, []int{refuses - 1})))
			if next = without(next, o.Elected); !slices.Equal(next, o.Succession.Next[i]) {
				t.Fatalf("%s, drawn %v: %v moves up for %d, by the book %v", about, order, o.Succession.Next[i], refuses, next)
			}
			seen[fmt.Sprintf("next %d", len(next))]++
		}
		seen["moved"] += len(o.Succession.Moved)
	}
	for _, want := range []string{"tied true", "tied false", "next 0", "next 1", "moved"} {
		if seen[want] < 100 {
			t.Errorf("only %d with %s: %v", seen[want], want, seen)
		}
	}
}

// WO BetrVG § 5: 60 women, 50 men and 7 seats give the men 3, by D'Hondt of the two numbers.
func TestTheMinoritysSeatsFollowFromItsNumber(t *testing.T) {
	r := Rules{Method: DHondt, Options: 2, Seats: 7, Max: 1, Draw: true, Lists: &Lists{Sizes: []int{0, 0}, Ballot: Closed,
		Within: ByOrder, Ties: TieLot}}
	o, err := r.Count(Evidence{Papers: 110, Votes: []int{60, 50}}, []int{0, 1}, Base{})
	if err != nil || o.Allocation.Lists[0].Seats != 4 || o.Allocation.Lists[1].Seats != 3 {
		t.Errorf("%+v, %v", o.Allocation, err)
	}
}

// Seven seats, three of them for men: the last two women make way for the first of the men who have fewer votes.
func TestAQuotaMovesTheFirstOfItsKindUp(t *testing.T) {
	votes := []int{90, 80, 70, 60, 50, 40, 30, 20, 10, 25} // 1 to 7 and 10 are women but for 3
	r := Rules{Method: Block, Options: 10, Seats: 7, Max: 7, Quotas: []Quota{{Options: []int{3, 8, 9}, Least: 3}}}
	for name, tc := range map[string]struct {
		votes      []int
		elected    []int
		tied       []int
		succession *Succession
	}{
		"by votes": {votes, []int{1, 2, 3, 4, 5, 8, 9}, []int{}, &Succession{
			Moved: []Moved{{8, 7}, {9, 6}}, Rest: [][]int{{6}, {7}, {10}}, Next: [][]int{{6}, {6}, {6}, {6}, {6}, {6}, {6}}}},
		"with few of the kind": {[]int{90, 80, 70, 60, 50, 40, 30, 0, 0, 25}, []int{1, 2, 3, 4, 5, 6, 7}, []int{},
			&Succession{Moved: []Moved{}, Rest: [][]int{{10}}, Next: [][]int{{10}, {10}, {10}, {10}, {10}, {10}, {10}}}},
		"with equal votes of the others": {[]int{90, 80, 70, 60, 40, 40, 30, 20, 10, 25}, []int{1, 2, 3, 4, 8, 9},
			[]int{5, 6}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			o, err := r.Count(Evidence{Papers: 100, Votes: tc.votes}, nil, Base{})
			if err != nil || !slices.Equal(o.Elected, tc.elected) || !slices.Equal(o.Tied, tc.tied) ||
				!reflect.DeepEqual(o.Succession, tc.succession) {
				t.Errorf("%v, tied %v, %+v, %v", o.Elected, o.Tied, o.Succession, err)
			}
		})
	}
}
