package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"ostrakon/handlers"
	"ostrakon/store"
)

// Stats prints statistics of the running server.
func Stats(ctx context.Context, a *App, args []string) error {
	f := a.flags("stats", "")
	data := dataFlag(f)
	asJSON := f.Bool("json", false, "print the counts as JSON")
	if _, err := a.parse(f, args, 0, 0); err != nil {
		return err
	}
	if err := mustExist(*data); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	v, err := handlers.DialControl(*data).Stats(ctx)
	if err != nil {
		return fmt.Errorf("no server answers that runs on %s: %w", *data, err)
	}
	if *asJSON {
		out := json.NewEncoder(a.Stdout)
		out.SetIndent("", "  ")
		return out.Encode(v)
	}
	table := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	for _, line := range statLines(v, time.Now()) {
		fmt.Fprintf(table, "%s\t%s\n", line[0], line[1])
	}
	return table.Flush()
}

// statLines are the counts in words, each with its name.
func statLines(v handlers.Stats, now time.Time) [][2]string {
	votes := fmt.Sprintf("%d since the start, %d waiting", v.Votes, v.Waiting)
	if v.Commits > 0 {
		mean := time.Duration(v.Seconds / float64(v.Commits) * float64(time.Second))
		votes += fmt.Sprintf("; %d commits of %s on average, %s", v.Commits, mean.Round(10*time.Microsecond),
			slowest(v.Stats))
	}
	backup := "none by itself"
	if !v.BackupGood.IsZero() {
		backup = v.BackupGood.Format(time.RFC3339)
	}
	if !v.BackupFailed.IsZero() {
		backup += "; one failed at " + v.BackupFailed.Format(time.RFC3339)
	}
	return [][2]string{
		{"Version", v.Version},
		{"Running for", now.Sub(v.Started).Round(time.Second).String()},
		{"Votes", votes},
		{"Database", fmt.Sprintf("%s, %s of it free", inUnits(v.FileBytes), inUnits(v.FreeBytes))},
		{"Disk", fmt.Sprintf("%s of %s free", inUnits(v.DiskFree), inUnits(v.DiskTotal))},
		{"Conversions", fmt.Sprintf("%d running, %d admitted", v.ConversionsRunning, v.ConversionsWaiting)},
		{"E-mail", fmt.Sprintf("%d waiting, %d failed", v.MailWaiting, v.MailFailed)},
		{"Newest backup", backup},
		{"Alerts", cmp.Or(strings.Join(v.Alerts, ", "), "none")},
	}
}

// slowest returns the time within which 99 of 100 commits were done.
func slowest(s store.Stats) string {
	for i, bound := range store.CommitBounds() {
		if s.Within[i]*100 >= s.Commits*99 {
			return fmt.Sprintf("99 %% within %s", bound)
		}
	}
	return "1 % longer than a second"
}

// inUnits writes a number of bytes for people.
func inUnits(n int64) string {
	value, unit := float64(n), 0
	names := []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	for value >= 1024 && unit < len(names)-1 {
		value, unit = value/1024, unit+1
	}
	if unit == 0 {
		return fmt.Sprintf("%d %s", n, names[0])
	}
	return fmt.Sprintf("%.1f %s", value, names[unit])
}
