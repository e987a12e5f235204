package handlers

import (
	"context"
	"net/http"
	"time"

	"ostrakon/handlers/rest"
	"ostrakon/store/refusal"
)

// statusNotice is what administrators should know about the machine, and do something about. The pages say
// it above everything else.
type statusNotice struct {
	code  string
	title string // in English, for other programs

	// due reports whether there is something to say now, and its facts. A time is a fact in RFC 3339
	// whose name ends in At.
	due func(context.Context, *Server) (due bool, facts refusal.Facts, err error)
}

// statusNotices are all that there are, the most pressing first. Another one is an entry here, and the
// sentences "machine.notice.<code>" in the languages of the pages.
func statusNotices() []statusNotice {
	return []statusNotice{
		{"restored_open", "Voting in an election is stopped because a backup was restored.",
			func(ctx context.Context, s *Server) (bool, refusal.Facts, error) {
				e, found, err := s.store.Stopped(ctx)
				if !found {
					return false, nil, err
				}
				return true, refusal.Facts{"title": e.Title, "backupAt": e.Stopped.BackupAt}, nil
			}},
		{"clock_doubtful", "The clock of the server jumped, or is behind its own records; nothing opens or closes by itself.",
			func(_ context.Context, s *Server) (bool, refusal.Facts, error) {
				d := s.clock.doubted()
				return d != clockDoubt{}, refusal.Facts{"beforeAt": d.before, "afterAt": d.after}, nil
			}},
		{"storage_full", "The disk is full: nobody can vote, and nothing can be saved.",
			func(_ context.Context, s *Server) (bool, refusal.Facts, error) {
				return s.store.State().Full, nil, nil
			}},
		{"compaction_waiting", "Sealed ballots of ended elections wait to be erased: the file could not be compacted.",
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
	}
}

type statusView struct {
	Notices []statusNoticeView `json:"notices"`
	Now     time.Time          `json:"now"` // by the clock of the server
	Backups *backupsView       `json:"backups,omitempty"`
}

// backupsView says how backups are made by themselves.
type backupsView struct {
	Directory    string    `json:"directory"`
	EverySeconds int64     `json:"everySeconds"`
	Keep         int       `json:"keep"`
	GoodAt       time.Time `json:"goodAt,omitzero"`
}

type statusNoticeView struct {
	Code   string        `json:"code"`
	Title  string        `json:"title"`
	Params refusal.Facts `json:"params,omitempty"`
}

// notices are those that are due.
func (s *Server) notices(ctx context.Context) ([]statusNoticeView, error) {
	views := []statusNoticeView{}
	for _, n := range statusNotices() {
		due, facts, err := n.due(ctx, s)
		if err != nil {
			return nil, err
		}
		if due {
			views = append(views, statusNoticeView{n.code, n.title, facts})
		}
	}
	return views, nil
}

// status answers with the notices that are due.
func (s *Server) status(w http.ResponseWriter, r *request) error {
	v := statusView{Now: s.now().UTC().Truncate(time.Second)}
	var err error
	if v.Notices, err = s.notices(r.Context()); err != nil {
		return err
	}
	if b := s.backups; b != nil {
		v.Backups = &backupsView{b.Dir, int64(b.Every / time.Second), b.Keep, b.State().Good}
	}
	return rest.Respond(w, v, nil)
}
