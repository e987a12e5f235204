package solid

// UnitHint says that a file was probably not written in the unit it was taken for.
type UnitHint struct {
	Unit        string  `json:"unit"`             // that it was probably written in: mm, m or in
	Millimetres float64 `json:"millimetres"`      // the longest side, as the unit it was taken for
	Instead     float64 `json:"instead"`          // the longest side in millimetres, as that unit
	Metres      float64 `json:"metres,omitempty"` // the longest side, if the file may be in metres as well as in inches
}

// The sizes, in millimetres, that need no hint. Desktop printers lay lines 0.4 mm wide, so that a
// thing below 2 mm is a speck; the largest printers on sale build up to five metres. PrusaSlicer
// asks about inches below a volume of 9 and about metres below 0.001 (Model.cpp,
// volume_threshold_inches and volume_threshold_meters), which a cube has with sides of 2.1 and 0.1.
const (
	smallest = 2
	largest  = 5000
)

// unitHint judges a file by the longest side of its box. Below the smallest size a file is in metres, which programs
// for simulation and robots write (ROS, REP 103), if a side is below one of them, and otherwise in inches or metres:
// arms of robots are longer than a metre. Above the largest it is in millimetres. There is no hint where that would be
// out of range too.
func unitHint(longest float64, unit string, millimetres float64) *UnitHint {
	size := longest * millimetres
	probable, length := "mm", 1.0
	if size < smallest {
		probable, length = "in", 25.4
		if longest < 1 {
			probable, length = "m", 1000
		}
	}
	instead := longest * length
	if size >= smallest && size <= largest || instead < smallest || instead > largest {
		return nil
	}
	hint := &UnitHint{Unit: probable, Millimetres: size, Instead: instead}
	if probable == "in" && longest*1000 <= largest {
		hint.Metres = longest
	}
	return hint
}
