package tally

import "slices"

// maxRecounts bounds how often a count is repeated to learn whether a draw decided.
const maxRecounts = 100

// drawer decides by lot and remembers each draw. In a recount, one of the draws is forced to end otherwise.
type drawer struct {
	lot    []int // lot[i] is the place of option i
	draws  []Draw
	forced int // number from 0 of the draw that ends with as; -1 for none
	as     int // number from 1 of an option

	idle func(Draw) bool // says of a draw that any end of it elects the same; nil if that is not known of any
}

// choose draws one of the options among, from 0: the first in the lot, or the last if it is to be excluded.
func (d *drawer) choose(stage int, purpose string, among []int) int {
	among = slices.Sorted(slices.Values(among))
	chosen := slices.MinFunc(among, func(a, b int) int { return d.lot[a] - d.lot[b] })
	if purpose == ForExclusion {
		chosen = slices.MaxFunc(among, func(a, b int) int { return d.lot[a] - d.lot[b] })
	}
	if d.forced == len(d.draws) {
		chosen = d.as - 1
	}
	d.draws = append(d.draws, Draw{Stage: stage, For: purpose, Among: numbers(among), Chosen: chosen + 1})
	return chosen
}

// numbers are options numbered from 1.
func numbers(options []int) []int {
	named := make([]int, len(options))
	for i, o := range options {
		named[i] = o + 1
	}
	return named
}

// drawn counts with a lot. It reports whether another end of a draw would change whom count returns as elected.
func drawn(lot []int, count func(*drawer) []int) ([]Draw, DrawDecided) {
	first := &drawer{lot: lot, draws: []Draw{}, forced: -1}
	elected := slices.Sorted(slices.Values(count(first)))
	left := maxRecounts
	for i, draw := range first.draws {
		if first.idle != nil && first.idle(draw) {
			continue
		}
		for _, other := range draw.Among {
			if other == draw.Chosen {
				continue
			}
			if left == 0 {
				return first.draws, DrawUnknown
			}
			left--
			again := count(&drawer{lot: lot, forced: i, as: other})
			if !slices.Equal(slices.Sorted(slices.Values(again)), elected) {
				return first.draws, DrawYes
			}
		}
	}
	return first.draws, DrawNo
}
