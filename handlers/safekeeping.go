package handlers

import (
	"io"
	"net/http"
	"time"

	"ostrakon/store/refusal"
)

// downloadBackup answers with a backup without keys; see [store.Store.Backup]. No route gives out
// keys: whoever uses an administrator's browser, or hears the traffic, must not get them. The
// administrator gives the password again, so that a browser that was left open is not enough.
func (s *Server) downloadBackup(w http.ResponseWriter, r *request) error {
	var in struct {
		Password string `json:"password"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	if in.Password == "" {
		return refusal.Invalid("password", refusal.Required, nil)
	}
	if err := s.confirm(r, "password", in.Password); err != nil {
		return err
	}
	return stream(&attachment{
		ResponseWriter: w, mediaType: "application/zip",
		name: "ostrakon-backup-" + s.now().UTC().Format("20060102T150405Z") + ".zip",
	}, func(out io.Writer) error { return s.store.Backup(r.Context(), r.by(), out, false) })
}

// attachment is a download of unknown length. Its headers wait for the first byte, so that the
// answer to an earlier failure can still be a problem.
type attachment struct {
	http.ResponseWriter
	mediaType, name string
	begun           bool
}

// downloadPatience is how long a client may take to read one piece of a download.
const downloadPatience = time.Minute

// Write sends a piece. There is no limit for the whole download, but there is one for each piece: a
// client that has gone must not block the next backup.
func (a *attachment) Write(p []byte) (int, error) {
	if !a.begun {
		a.begun = true
		h := a.Header()
		h.Set("Content-Type", a.mediaType)
		h.Set("Content-Disposition", `attachment; filename="`+a.name+`"`)
		h.Set("Cache-Control", "no-store")
	}
	allowPiece(a.ResponseWriter)
	return a.ResponseWriter.Write(p)
}

// allowPiece gives the next piece of a download its time, in place of the time for a whole answer. A
// deadline needs the real clock. The recorder of a test has no deadlines.
func allowPiece(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(downloadPatience))
}
