package makers

import (
	"net/http"

	"ostrakon/convert"
	"ostrakon/convert/solid"
	"ostrakon/handlers/rest"
)

// inspectionView shows a model that is not converted.
type inspectionView struct {
	Report     *solid.Report `json:"report"`
	Format     string        `json:"format"`
	Dropped    int           `json:"dropped"`
	Degenerate int           `json:"degenerate"`
	Plate      int           `json:"plate,omitempty"`
	Plates     int           `json:"plates,omitempty"`
	Bounds     boundsView    `json:"bounds"`
	InputSize  int64         `json:"input_size"`
	Warnings   []warningView `json:"warnings"`
}

// Inspect reports on an uploaded model. It takes a place as a conversion does, and makes no files.
func (a *API) Inspect(w http.ResponseWriter, r *rest.Request) error {
	defer rest.Patient(w)()
	done, err := a.ConvertNow(w, r, Form{Parse: convert.ParseInspection})
	if err != nil {
		return err
	}
	return rest.Respond(w, inspectionView{
		Report: done.Report, Format: done.Format.String(), Dropped: done.Dropped, Degenerate: done.Degenerate,
		Plate: done.Plate, Plates: done.Plates, Bounds: boundsView(done.Bounds), InputSize: done.InputSize,
		Warnings: viewWarnings(done.Warnings),
	}, nil)
}
