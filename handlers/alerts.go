package handlers

import (
	"context"
	"net/http"
	"time"

	"ostrakon/handlers/rest"
	"ostrakon/store/refusal"
)

// certificateNotice is how long before its end a certificate is noted. It is less than the 30 days before the end in
// which programs renew certificates.
const certificateNotice = 20 * 24 * time.Hour

// alert is a message about the machine that asks administrators to act. Pages show alerts first.
type alert struct {
	code  string
	title string // in English, for other programs

	// due reports whether the alert applies now, and its facts. The name of a time ends in At.
	due func(context.Context, *Server) (due bool, facts refusal.Facts, err error)
}

// alerts returns all alerts, the most pressing first. The pages have a sentence "machine.alert.<code>" for each.
func alerts() []alert {
	return []alert{
		{"restored_open", "Voting in an election is stopped because a backup was restored.",
			func(ctx context.Context, s *Server) (bool, refusal.Facts, error) {
				e, found, err := s.store.Stopped(ctx)
				if !found {
					return false, nil, err
				}
				return true, refusal.Facts{"title": e.Title, "backupAt": e.Stopped.BackupAt}, nil
			}},
		{"key_missing", "The key of an election is missing, so nobody can vote in it and nobody can count it.",
			func(ctx context.Context, s *Server) (bool, refusal.Facts, error) {
				e, found, err := s.store.WithoutKey(ctx)
				return found, refusal.Facts{"title": e.Title}, err
			}},
		{"clock_doubtful", "The clock of the server jumped, or is behind its records; nothing opens or closes automatically.",
			func(_ context.Context, s *Server) (bool, refusal.Facts, error) {
				d := s.clock.doubted()
				return d != clockDoubt{}, refusal.Facts{"beforeAt": d.before, "afterAt": d.after}, nil
			}},
		{"results_not_sealed", "The stored results of an election are not those that were sealed, so nobody sees them.",
			func(_ context.Context, s *Server) (bool, refusal.Facts, error) {
				title := s.store.State().Unsealed
				return title != "", refusal.Facts{"title": title}, nil
			}},
		{"file_mixed", "A part of the database file is of an older time than the rest.",
			func(_ context.Context, s *Server) (bool, refusal.Facts, error) {
				return s.store.State().Mixed, nil, nil
			}},
		{"storage_full", "The disk is full: nobody can vote, and nothing can be saved.",
			func(_ context.Context, s *Server) (bool, refusal.Facts, error) {
				return s.store.State().Full, nil, nil
			}},
		{"compaction_waiting", "What was deleted, or sealed ballots, wait to be erased: the file was not compacted.",
			func(_ context.Context, s *Server) (bool, refusal.Facts, error) {
				return s.store.State().EndsWaiting, nil, nil
			}},
		{"backup_failed", "The last backup could not be made; the log says why.",
			func(_ context.Context, s *Server) (bool, refusal.Facts, error) {
				if s.backups == nil {
					return false, nil, nil
				}
				failed := s.backups.State().Failed
				return !failed.IsZero(), refusal.Facts{"failedAt": failed, "directory": s.backups.Dir}, nil
			}},
		{"backup_old", "The newest good backup is older than it should be.",
			func(_ context.Context, s *Server) (bool, refusal.Facts, error) {
				return s.backups != nil && s.backups.Old(), nil, nil
			}},
		{"crowded", "Clients hold all the room for connections; those that wait and hold most are closed.",
			func(_ context.Context, s *Server) (bool, refusal.Facts, error) {
				since := s.crowded.began()
				return !since.IsZero(), refusal.Facts{"sinceAt": since}, nil
			}},
		{"certificate_failed", "The authority gave no certificate, or did not renew it; the log says why.",
			func(_ context.Context, s *Server) (bool, refusal.Facts, error) {
				failed := s.door.Failed()
				return !failed.IsZero(), refusal.Facts{"failedAt": failed}, nil
			}},
		{"proxy_unknown", "A proxy seems to pass requests on without saying whose they are, or without being believed.",
			func(_ context.Context, s *Server) (bool, refusal.Facts, error) {
				proxy, lately := s.behind.seen(s.now())
				at := proxy.String()
				return lately, refusal.Facts{"address": at, "option": "-trusted-proxies " + at}, nil
			}},
		{"certificate_ends", "The certificate of the server ends soon, and has not been renewed.",
			func(_ context.Context, s *Server) (bool, refusal.Facts, error) {
				ends := s.door.Ends()
				return !ends.IsZero() && ends.Sub(s.now()) < certificateNotice, refusal.Facts{"endsAt": ends}, nil
			}},
	}
}

type statusView struct {
	Alerts  []alertView  `json:"alerts"`
	Now     time.Time    `json:"now"` // by the clock of the server
	Data    string       `json:"dataDirectory"`
	Backups *backupsView `json:"backups,omitempty"`
}

// backupsView describes the automatic backups.
type backupsView struct {
	Directory    string    `json:"directory"`
	EverySeconds int64     `json:"everySeconds"`
	Keep         int       `json:"keep"`
	GoodAt       time.Time `json:"goodAt,omitzero"`
}

type alertView struct {
	Code   string        `json:"code"`
	Title  string        `json:"title"`
	Params refusal.Facts `json:"params,omitempty"`
}

// dueAlerts returns the alerts that apply now.
func (s *Server) dueAlerts(ctx context.Context) ([]alertView, error) {
	views := []alertView{}
	for _, a := range alerts() {
		due, facts, err := a.due(ctx, s)
		if err != nil {
			return nil, err
		}
		if due {
			views = append(views, alertView{a.code, a.title, facts})
		}
	}
	return views, nil
}

// status answers with the alerts that apply now, the clock and the state of the backups.
func (s *Server) status(w http.ResponseWriter, r *request) error {
	due, err := s.dueAlerts(r.Context())
	v := statusView{Alerts: due, Now: s.now().UTC().Truncate(time.Second), Data: s.store.Directory()}
	if b := s.backups; b != nil {
		v.Backups = &backupsView{b.Dir, int64(b.Every / time.Second), b.Keep, b.State().Good}
	}
	return rest.Respond(w, v, err)
}
