package handlers

import (
	"fmt"
	"io"
	"strings"
)

// metricHelp returns the kind of each metric but those of the process, and its help.
func metricHelp() map[string][2]string {
	return map[string][2]string{
		"ostrakon_requests_total":                  {"counter", "Requests by method, route and status."},
		"ostrakon_request_seconds_total":           {"counter", "Seconds that requests took, to the end of the answer."},
		"ostrakon_vote_commit_seconds":             {"histogram", "Seconds that the disk takes for a group of votes."},
		"ostrakon_votes_total":                     {"counter", "Votes since the start."},
		"ostrakon_votes_waiting":                   {"gauge", "Votes that wait for the disk."},
		"ostrakon_conversions_total":               {"counter", "Conversions that ended, by method and outcome."},
		"ostrakon_conversion_input_bytes_total":    {"counter", "Bytes of the models of conversions that ended."},
		"ostrakon_conversion_output_bytes_total":   {"counter", "Bytes of the files that conversions made."},
		"ostrakon_conversion_seconds_total":        {"counter", "Seconds that the conversions took that were done."},
		"ostrakon_conversions_running":             {"gauge", "Conversions that run."},
		"ostrakon_conversions_admitted":            {"gauge", "Uploads that arrive, wait or run."},
		"ostrakon_cards_total":                     {"counter", "Photos of identity cards by outcome."},
		"ostrakon_database_bytes":                  {"gauge", "Size of the database."},
		"ostrakon_database_free_bytes":             {"gauge", "Bytes of the database that are not used."},
		"ostrakon_disk_bytes":                      {"gauge", "Size of the disk of the database."},
		"ostrakon_disk_free_bytes":                 {"gauge", "Bytes of the disk of the database that are free."},
		"ostrakon_mail_waiting":                    {"gauge", "E-mails that wait."},
		"ostrakon_mail_failed":                     {"gauge", "E-mails that failed."},
		"ostrakon_backup_good_timestamp_seconds":   {"gauge", "Time of the newest good backup by itself; 0 for none."},
		"ostrakon_backup_failed_timestamp_seconds": {"gauge", "Time of a backup that failed since; 0 for none."},
		"ostrakon_alerts":                          {"gauge", "Messages that administrators read above every page."},
	}
}

// explain writes samples, those of each metric below its help.
func explain(w io.Writer, samples string) {
	help, metric := metricHelp(), ""
	for line := range strings.Lines(samples) {
		if of := metricOf(line); of != metric {
			metric = of
			fmt.Fprintf(w, "# HELP %s %s\n# TYPE %[1]s %[3]s\n", metric, help[metric][1], help[metric][0])
		}
		io.WriteString(w, line)
	}
}

// metricOf returns the metric of a sample. A histogram has samples of three names.
func metricOf(sample string) string {
	name := sample[:strings.IndexAny(sample, "{ ")]
	for _, part := range []string{"_bucket", "_sum", "_count"} {
		name = strings.TrimSuffix(name, part)
	}
	return name
}
