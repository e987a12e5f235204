package solid

// Material is something that solids are made of.
type Material struct {
	Name    string
	Density float64 // g/cm³
}

// Materials are those that makers use most. Densities are those that makers of the material state:
// NatureWorks Ingeo 4043D (PLA), Eastman Eastar 6763 (PETG), Ineos Terluran GP-22 (ABS) and EOS PA
// 2200 as sintered (nylon); resins for printing are around 1.1. Those of metals are the ones to
// calculate with by EN 1993-1-1, 3.2.6, and EN 1999-1-1, 3.2.5.
func Materials() []Material {
	return []Material{
		{"PLA", 1.24}, {"PETG", 1.27}, {"ABS", 1.04}, {"nylon", 0.93}, {"resin", 1.1}, {"aluminium", 2.7}, {"steel", 7.85},
	}
}

// Weight is what a solid weighs if it is filled.
type Weight struct {
	Material string  `json:"material"`
	Density  float64 `json:"density"` // g/cm³
	Grams    float64 `json:"grams"`
}

// weights are those of a volume in cm³.
func weights(volume float64) []Weight {
	var list []Weight
	for _, m := range Materials() {
		list = append(list, Weight{m.Name, m.Density, volume * m.Density})
	}
	return list
}
