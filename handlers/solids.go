package handlers

import (
	"errors"
	"net/http"
	"slices"

	"ostrakon/convert"
	"ostrakon/handlers/jobs"
	"ostrakon/handlers/makers"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/refusal"
)

// stillSide is the side of the still picture of a solid, in pixels.
const stillSide = 640

// SolidOptions are how the solid of a candidate is converted, with a still picture of so many pixels a side.
func SolidOptions(side int) convert.Options {
	return convert.Options{
		Method: convert.CustomGLB, As: convert.GLTF, Up: convert.UpZ, Shading: convert.Crease, Angle: convert.DefaultAngle,
		Level: convert.Compact, Thumbnail: side, NoReport: true,
	}
}

// solidOptions are SolidOptions of a form, which has no fields beside the file.
func solidOptions(fields map[string]string) (convert.Options, error) {
	for name := range fields {
		return convert.Options{}, refusal.Invalid(rest.Clip(name), refusal.UnknownField, nil)
	}
	return SolidOptions(stillSide), nil
}

// uploadCandidateSolid gives a candidate of an election in DRAFT a solid, made of an uploaded file, and
// its still picture as the photo. It takes a place as any conversion does.
func (s *Server) uploadCandidateSolid(w http.ResponseWriter, r *request) error {
	defer rest.Patient(w)()
	if err := s.store.MayChangeCandidate(r.Context(), r.election, r.candidate); err != nil {
		return err
	}
	done, err := s.makers.ConvertNow(w, r.Request, makers.Form{Parse: solidOptions})
	for _, large := range []error{refusal.MemoryTooSmall, refusal.StorageTooSmall, refusal.OutputTooLarge} {
		if errors.Is(err, large) {
			return refusal.SolidTooComplex // other advice of these refusals does not help here
		}
	}
	if err != nil {
		return err
	}
	still, glb, err := s.takeSolid(done)
	if err != nil {
		return err
	}
	c, err := s.store.SetCandidateSolid(r.Context(), r.by(), r.election, r.candidate, still, glb)
	return rest.Respond(w, candidateFor(r.user.Role)(c), err)
}

// takeSolid moves a conversion's files from the spool to the store.
func (s *Server) takeSolid(done *jobs.Conversion) (still store.Image, glb []byte, err error) {
	solid, picture := done.Files[0], done.Files[len(done.Files)-1]
	defer s.makers.Spool.Remove(solid.Name)
	if err := store.CheckSolidSize(solid.Size); err != nil {
		return still, nil, err
	}
	if picture.MediaType != convert.MediaTypePNG {
		return still, nil, refusal.SolidUnseen
	}
	still = store.Image{MediaType: picture.MediaType, Width: stillSide, Height: stillSide}
	if still.Data, err = s.makers.ReadFile(picture.Name); err != nil {
		return still, nil, err
	}
	glb, err = s.makers.ReadFile(solid.Name)
	return still, glb, err
}

// removeCandidateSolid removes the solid of a candidate of an election in DRAFT, with its picture.
func (s *Server) removeCandidateSolid(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.RemoveCandidateSolid(r.Context(), r.by(), r.election, r.candidate))
}

// getCandidateSolid serves a candidate's solid. While the election is in DRAFT, only administrators get it.
func (s *Server) getCandidateSolid(w http.ResponseWriter, r *request) error {
	solid, glb, err := s.store.CandidateSolid(r.Context(), r.candidate, r.user.Role == store.RoleAdmin)
	return respondSolid(w, r, solid, glb, "private, no-cache", err)
}

// boardSolid serves the solid of a candidate whom a manifest names, with the hash that it states.
func (s *Server) boardSolid(w http.ResponseWriter, r *request) error {
	solid, glb, err := s.store.PublicSolid(r.Context(), r.election, r.candidate)
	return respondSolid(w, r, solid, glb, askAgain, err)
}

// respondSolid answers with a solid, which a slow client may take long to read, or passes on the error of reading it.
func respondSolid(w http.ResponseWriter, r *request, solid store.Solid, glb []byte, cache string, err error) error {
	if err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", rest.UploadedPolicy)
	if !rest.Keep(w, r.Request, convert.MediaTypeGLB, cache, solid.SHA256, len(glb)) {
		return nil
	}
	out := rest.NewPacedWriter(w)
	for piece := range slices.Chunk(glb, rest.PaceBytes) {
		if _, err := out.Write(piece); err != nil {
			return nil // the client has gone
		}
	}
	return nil
}
