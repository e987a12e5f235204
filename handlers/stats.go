package handlers

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"ostrakon/store"
)

// Stats holds the statistics of a server: the counts of its store, and what else fills or slows down its
// machine. See [store.Stats].
type Stats struct {
	store.Stats
	Version            string    `json:"version"`
	Started            time.Time `json:"started"`
	ConversionsRunning int       `json:"conversionsRunning"`
	ConversionsWaiting int       `json:"conversionsWaiting"`    // uploads that arrive, wait or run
	BackupGood         time.Time `json:"backupGood,omitzero"`   // when the newest good backup was made by itself
	BackupFailed       time.Time `json:"backupFailed,omitzero"` // when one failed, if none was good since
	Alerts             []string  `json:"alerts"`                // codes
}

// Stats reads the counts.
func (s *Server) Stats(ctx context.Context) (Stats, error) {
	v := Stats{
		Version: s.version, Started: s.started,
		ConversionsRunning: s.makers.Converter.Running(), ConversionsWaiting: s.makers.Converter.Admitted(),
	}
	var err error
	if v.Stats, err = s.store.Stats(ctx); err != nil {
		return v, err
	}
	if s.backups != nil {
		state := s.backups.State()
		v.BackupGood, v.BackupFailed = state.Good, state.Failed
	}
	due, err := s.dueAlerts(ctx)
	for _, a := range due {
		v.Alerts = append(v.Alerts, a.Code)
	}
	return v, err
}

// writeMetrics writes the counts in the text format of Prometheus.
func (v Stats) writeMetrics(w io.Writer) {
	const commit = "ostrakon_vote_commit_seconds"
	for i, bound := range store.CommitBounds() {
		metrics.WriteCounterUint64(w, fmt.Sprintf(`%s_bucket{le="%g"}`, commit, bound.Seconds()), v.Within[i])
	}
	metrics.WriteCounterUint64(w, commit+`_bucket{le="+Inf"}`, v.Commits)
	metrics.WriteCounterFloat64(w, commit+"_sum", v.Seconds)
	metrics.WriteCounterUint64(w, commit+"_count", v.Commits)
	metrics.WriteCounterUint64(w, "ostrakon_votes_total", v.Votes)
	for _, gauge := range []struct {
		name  string
		value int64
	}{
		{"ostrakon_votes_waiting", int64(v.Waiting)},
		{"ostrakon_conversions_running", int64(v.ConversionsRunning)},
		{"ostrakon_conversions_admitted", int64(v.ConversionsWaiting)},
		{"ostrakon_database_bytes", v.FileBytes},
		{"ostrakon_database_free_bytes", v.FreeBytes},
		{"ostrakon_disk_bytes", v.DiskTotal},
		{"ostrakon_disk_free_bytes", v.DiskFree},
		{"ostrakon_mail_waiting", int64(v.MailWaiting)},
		{"ostrakon_mail_failed", int64(v.MailFailed)},
		{"ostrakon_backup_good_timestamp_seconds", unix(v.BackupGood)},
		{"ostrakon_backup_failed_timestamp_seconds", unix(v.BackupFailed)},
		{"ostrakon_alerts", int64(len(v.Alerts))},
	} {
		metrics.WriteGaugeUint64(w, gauge.name, uint64(gauge.value))
	}
}

// unix is a time in seconds since 1970; 0 for no time.
func unix(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}
