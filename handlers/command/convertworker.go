package command

import (
	"context"
	"runtime/debug"

	"ostrakon/handlers/jobs"
	"ostrakon/handlers/worker"
)

// ConvertWorker converts the uploads that the server sends. People do not call it: the server starts
// it for many small uploads or a large one, and may kill it at any time.
func ConvertWorker(_ context.Context, a *App, args []string) error {
	f := a.flags("convert-worker", "")
	memory := byteSize(jobs.MachineMemory())
	f.Var(&memory, "memory", "`SIZE` that this process may take in memory")
	files := f.String("files", "", "`DIRECTORY` of what it reads and writes")
	f.Int("opened", 0, "`NUMBER` of the times that the server has opened it; a child of another number is replaced")
	if _, err := a.parse(f, args, 0, 0); err != nil {
		return err
	}
	if err := worker.Confine(int64(memory)); err != nil {
		return err
	}
	if err := worker.Isolate(worker.Needs{Files: *files}); err != nil {
		return err
	}
	debug.SetMemoryLimit(int64(memory) / 5 * 4) // a solid is most of it, and stays till the end
	if int64(memory) <= jobs.SmallMemory {
		debug.SetGCPercent(1000) // of the little that stays between small files
	}
	return jobs.Serve(a.Stdin, a.Stdout)
}
