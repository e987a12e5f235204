package ocr

// Place is what a photo must show for a number to be read.
type Place string

// The places.
const (
	OnZone  Place = "zone"  // the machine-readable zone, where the state is known to put the number
	OnFront Place = "front" // the print, in a form and beside a label that are known; the zone too, if it has the number
	Nowhere Place = "none"  // no photo gives the number
)

// ReadFrom tells where package card reads a number of the scheme. TestKindsAreReadWhereTheySay holds it against the
// reader.
func (s Scheme) ReadFrom() Place {
	switch s.Name {
	case "any", "cz-rc", "de-ausweis", "es-dni", "es-nie", "es-nif", "nl-bsn", "pt-cc", "se-pnr":
		return OnZone
	case None, "eg-nid", "fr-nir", "ir-nid": // in Arabic digits, in seven groups, in Persian digits
		return Nowhere
	}
	return OnFront
}
