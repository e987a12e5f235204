package command

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ostrakon/handlers"
	"ostrakon/store"
)

func TestStatsInWords(t *testing.T) {
	at := time.Date(2031, time.May, 1, 12, 0, 0, 0, time.UTC)
	v := handlers.Stats{
		Stats: store.Stats{
			Votes: 500, Commits: 200, Seconds: 0.5, Within: []uint64{100, 190, 199, 200, 200, 200, 200, 200, 200, 200},
			Waiting:   2,
			FileBytes: 3 << 20, FreeBytes: 512, DiskFree: 5 << 30, DiskTotal: 40 << 30, MailFailed: 1,
		},
		Version: "v1.0.0", Started: at.Add(-90 * time.Minute),
		BackupGood: at, BackupFailed: at.Add(time.Hour), Alerts: []string{"storage_full", "backup_failed"},
	}
	got := fmt.Sprint(statLines(v, at))
	for _, want := range []string{
		"v1.0.0", "1h30m0s", "500 since the start, 2 waiting; 200 commits of 2.5ms on average, 99 % within 5ms",
		"3.0 MiB, 512 bytes of it free",
		"5.0 GiB of 40.0 GiB free", "0 waiting, 1 failed", "2031-05-01T12:00:00Z; one failed at 2031-05-01T13:00:00Z",
		"storage_full, backup_failed",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q in %s", want, got)
		}
	}
	if got := fmt.Sprint(statLines(handlers.Stats{Started: at}, at)); !strings.Contains(got, "none by itself") ||
		strings.Contains(got, "commits") {
		t.Errorf("of a server that has just started: %s", got)
	}
	slow := store.Stats{Commits: 100, Within: make([]uint64, len(store.CommitBounds()))}
	if got := slowest(slow); got != "1 % longer than a second" {
		t.Errorf("of a slow disk: %s", got)
	}
}
