package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"ostrakon/convert"
	"ostrakon/handlers"
	"ostrakon/handlers/listen"
	"ostrakon/handlers/password"
	"ostrakon/store"
	"ostrakon/store/demo"
)

// demoPassword is the password of everybody in the demo.
const demoPassword = "shards-of-clay"

// Demo serves a sample organisation until ctx ends. It logs no requests, so that the sign-ins stay on the screen.
func Demo(ctx context.Context, a *App, args []string) error {
	a.settings = nil // they are those of another server
	f, c := a.serveFlags("demo", "ostrakon-demo")
	if _, err := a.parse(f, args, 0, 0); err != nil {
		return err
	}
	c.given(f)
	seed := func(ctx context.Context, st *store.Store) error {
		hash, err := password.NewHasher(password.DefaultParams(), 1, nil).Hash(ctx, demoPassword)
		if err == nil {
			err = demo.Seed(ctx, st, hash, convertSolid)
		}
		switch {
		case errors.Is(err, context.Canceled):
			return fmt.Errorf("stopped before the demo was complete (delete %s before you start it again)", c.data)
		case err != nil:
			return fmt.Errorf("%w (delete %s and try again)", err, c.data)
		}
		return nil
	}
	return a.serveStore(ctx, c, service{prepare: seed, logLevel: slog.LevelWarn, banner: func(at *listen.Door, _ string) {
		where := a.whereabouts(at, a.Stdout)
		fmt.Fprintf(a.Stdout, `
%[6]s  vote as        %-30[2]s password %[4]s   at %[1]s
  administer as  %-30[3]s password %[4]s   at %[1]s/admin

  The demo is at %[1]s  (data in %[5]s; delete it to start over)

`, where.url, demo.VoterEmail, demo.AdminEmail, demoPassword, c.data, where.more)
	}})
}

// convertSolid converts a solid of the demo as an upload is converted, with a smaller picture, which
// holds the start up less.
func convertSolid(ctx context.Context, stl []byte) (still store.Image, glb []byte, err error) {
	const side = 256 // pixels
	files := make(map[string]*bytes.Buffer)
	create := func(name string, _ int64) (io.Writer, error) {
		files[name] = new(bytes.Buffer)
		return files[name], nil
	}
	result, err := convert.Convert(ctx, stl, handlers.SolidOptions(side), "solid", create, nil)
	if err != nil {
		return still, nil, err
	}
	picture := result.Files[len(result.Files)-1]
	still = store.Image{Data: files[picture.Name].Bytes(), MediaType: picture.MediaType, Width: side, Height: side}
	return still, files[result.Files[0].Name].Bytes(), nil
}
