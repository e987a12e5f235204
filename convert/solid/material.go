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

// Weigh makes Weights of some materials. There are none without a volume.
func (r *Report) Weigh(materials []Material) {
	r.Weights = nil
	if r.Volume == nil {
		return
	}
	centimetres := r.millimetres / 10
	volume := *r.Volume * centimetres * centimetres * centimetres
	for _, m := range materials {
		r.Weights = append(r.Weights, Weight{m.Name, m.Density, volume * m.Density})
	}
}
