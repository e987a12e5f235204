package convert

// figures are what was measured of a method: the wall time of the command
// "ostrakon convert" from file to files, best of ten runs, as bench/compare.sh
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
		{MeshLib, "", 0.1660, 71_979_232},
		{Custom, "", 0.0753, 71_979_231},
		{CustomGLB, Standard, 0.1730, 18_136_248},
		{CustomGLB, Positions, 0.1236, 12_068_700},
		{CustomGLB, Quantized, 0.1733, 12_069_748},
		{CustomGLB, Compact, 0.1743, 3_112_404},
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
