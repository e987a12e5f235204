package makers

import (
	"net/http"

	"ostrakon/convert"
	"ostrakon/handlers/jobs"
	"ostrakon/handlers/rest"
	"ostrakon/store/refusal"
)

// Convert converts an uploaded model.
func (a *API) Convert(w http.ResponseWriter, r *rest.Request) error {
	return a.convertAs(w, r, Form{Parse: convert.ParseOptions})
}

// ConvertSTL converts an uploaded STL file.
func (a *API) ConvertSTL(w http.ResponseWriter, r *rest.Request) error {
	return a.convertAs(w, r, Form{Parse: convert.ParseOptions, STLOnly: true})
}

func (a *API) convertAs(w http.ResponseWriter, r *rest.Request, form Form) error {
	defer rest.Patient(w)()
	place, up, err := a.admit(w, r, form)
	if err != nil {
		return err
	}
	if up.async {
		v := viewJob(r, a.Converter.Start(place, up.Input))
		w.Header().Set("Location", v.StatusURL) // the work goes on, and its result will be there
		return rest.RespondStatus(w, http.StatusAccepted, v)
	}
	done, err := a.Converter.Convert(r.Context(), place, up.Input)
	if err != nil {
		return refusalOf(err)
	}
	return rest.Respond(w, viewConversion(done), nil)
}

// ConvertNow converts an uploaded file while the client waits; the form must not ask for the background.
func (a *API) ConvertNow(w http.ResponseWriter, r *rest.Request, form Form) (*jobs.Conversion, error) {
	place, up, err := a.admit(w, r, form)
	if err != nil {
		return nil, err
	}
	if up.async {
		up.Files.Discard()
		place.Leave()
		return nil, refusal.Invalid(fieldOfAsync, refusal.NotChoice, refusal.Facts{"choices": []string{"0"}})
	}
	done, err := a.Converter.Convert(r.Context(), place, up.Input)
	return done, refusalOf(err)
}

// GetConversion answers how far a conversion in the background is, or with its result.
func (a *API) GetConversion(w http.ResponseWriter, r *rest.Request) error {
	job, err := a.Converter.Job(r.Params.ByName("id"))
	if err != nil {
		return refusalOf(err)
	}
	return rest.Respond(w, viewJob(r, job), nil)
}

// RemoveConversion ends a conversion in the background, or removes its result.
func (a *API) RemoveConversion(w http.ResponseWriter, r *rest.Request) error {
	return rest.RespondDeleted(w, refusalOf(a.Converter.Remove(r.Context(), r.Params.ByName("id"))))
}

// ListMethods answers with the methods, their options and the limits.
func (a *API) ListMethods(w http.ResponseWriter, _ *rest.Request) error {
	kept := int64(a.Spool.TTL().Seconds())
	list := methodsView{Default: convert.MeshLib, MaxFileSize: a.options.MaxSTL, KeptSeconds: kept}
	for _, m := range convert.Methods() {
		list.Methods = append(list.Methods, viewMethod(m))
	}
	return rest.Respond(w, list, nil)
}
