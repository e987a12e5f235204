package convert

// figures are what was measured of a method: the wall time of the command
// "ostrakon convert" from file to files, best of seven runs, as bench/compare.sh
// takes it. They are to be taken anew when the speed of a stage changes.
func figures(m Method) []Figure {
	const (
		machine = "2 virtual cores of an AMD EPYC, Linux, Go 1.26"
		input   = "binary STL of 999,698 facets, 50 MB"
		facets  = 999_698
		bytes   = 49_984_984
	)
	var list []Figure
	for _, f := range []struct {
		method  Method
		level   Level
		seconds float64
		output  float64 // bytes
	}{
		{MeshLib, "", 0.165, 71_979_190},
		{Custom, "", 0.058, 71_979_189},
		{CustomGLB, Standard, 0.134, 18_153_068},
		{CustomGLB, Positions, 0.081, 12_077_024},
		{CustomGLB, Quantized, 0.144, 12_078_180},
		{CustomGLB, Compact, 0.183, 2_912_396},
	} {
		if f.method == m {
			list = append(list, Figure{
				Level: f.level, Input: input, FacetsPerSecond: facets / f.seconds,
				MegabytesPerSecond: bytes / f.seconds / 1e6, OutputRatio: f.output / bytes, Machine: machine,
			})
		}
	}
	return list
}
