package command

import (
	"context"

	"ostrakon/handlers/password"
	"ostrakon/handlers/worker"
)

// HashWorker hashes the passwords that the server sends while votes come. People do not call it.
func HashWorker(_ context.Context, a *App, args []string) error {
	if _, err := a.parse(a.flags("hash-worker", ""), args, 0, 0); err != nil {
		return err
	}
	if err := worker.Confine(password.ChildMemory); err != nil {
		return err
	}
	if err := worker.Isolate(worker.Needs{}); err != nil {
		return err
	}
	return password.Serve(a.Stdin, a.Stdout)
}
