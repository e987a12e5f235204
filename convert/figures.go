package convert

import "slices"

// figures are what bench/compare.sh measured of a method. They are of a whole
// process, from a file to files, best of seven runs.
func figures(m Method) []Figure {
	const (
		machine = "2 cores of an AMD EPYC, Linux, Go 1.26"
		input   = "999,698 facets, binary STL, 50 MB"
		facets  = 999_698
		bytes   = 49_984_984
	)
	measured := []struct {
		method  Method
		level   Level
		seconds float64
		output  float64 // bytes
	}{}
	var list []Figure
	for _, f := range measured {
		if f.method == m {
			list = append(list, Figure{
				Level: f.level, Input: input, FacetsPerSecond: facets / f.seconds,
				MegabytesPerSecond: bytes / f.seconds / 1e6, OutputRatio: f.output / bytes, Machine: machine,
			})
		}
	}
	return slices.Clip(list)
}
