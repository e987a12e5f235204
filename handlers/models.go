package handlers

import (
	"net/http"
	"time"

	"ostrakon/handlers/makers"
	"ostrakon/handlers/models"
	"ostrakon/handlers/rest"
	"ostrakon/store/refusal"
)

// modelView shows a converted model that is kept.
type modelView struct {
	Name   string    `json:"name"`
	Title  string    `json:"title"`
	URL    string    `json:"url"`
	Bytes  int64     `json:"bytes"` // of its file and of the compressed copy
	KeptAt time.Time `json:"keptAt"`
	KeptBy string    `json:"keptBy"`
}

func viewModel(m models.Model) modelView {
	return modelView{m.Name, m.Title, makers.FilesPath + m.Name, m.Size + m.Packed, m.At, m.By}
}

// modelsView lists all kept models, with the limits of them.
type modelsView struct {
	Items     []modelView `json:"items"`
	MaxModels int         `json:"maxModels"`
	MaxBytes  int64       `json:"maxBytes"`
}

// listModels lists the kept models, the newest first.
func (s *Server) listModels(w http.ResponseWriter, _ *request) error {
	v := modelsView{Items: []modelView{}, MaxModels: models.MaxModels, MaxBytes: models.MaxBytes}
	for _, m := range s.makers.Models.List() {
		v.Items = append(v.Items, viewModel(m))
	}
	return rest.Respond(w, v, nil)
}

// keepModel keeps a converted model beyond its hour.
func (s *Server) keepModel(w http.ResponseWriter, r *request) error {
	var in struct {
		File string `json:"file"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	if in.File == "" {
		return refusal.Invalid("file", refusal.Required, nil)
	}
	defer rest.Patient(w)()
	m, err := s.makers.Keep(in.File, string(r.user.ID), s.noteModel(r, true))
	return rest.Respond(w, viewModel(m), err)
}

// removeModel ends the keeping of a model.
func (s *Server) removeModel(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.makers.Models.Remove(r.Params.ByName("filename"), s.noteModel(r, false)))
}

// noteModel makes what notes in the audit log that the caller keeps a model, or no longer does.
func (s *Server) noteModel(r *request, kept bool) func(models.Model) error {
	return func(m models.Model) error { return s.store.NoteModel(r.Context(), r.by(), kept, m.Name, m.Title) }
}
