package command

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/term"

	"ostrakon/handlers"
	"ostrakon/handlers/licences"
	"ostrakon/handlers/makers"
	"ostrakon/store"
)

// AdminCreate creates an administrator. It asks for the password, or reads it from standard input.
func AdminCreate(ctx context.Context, a *App, args []string) error {
	f := a.flags("admin create", "")
	data := dataFlag(f)
	var in handlers.AdminRequest
	f.StringVar(&in.Email, "email", "", "e-mail `ADDRESS` to sign in with")
	f.StringVar(&in.FullName, "name", "", "full `NAME`")
	if _, err := a.parse(f, args, 0, 0); err != nil {
		return err
	}
	if in.Email == "" || in.FullName == "" {
		return Usagef("admin create needs -email and -name")
	}
	var err error
	if in.Password, err = a.readPassword(); err != nil {
		return fmt.Errorf("password: %w", err)
	}
	if err := createAdmin(ctx, *data, in); err != nil {
		return err
	}
	fmt.Fprintf(a.Stdout, "%s is an administrator now.\n", in.Email)
	return nil
}

// createAdmin creates the administrator in the data directory, through the server if one runs on it.
func createAdmin(ctx context.Context, data string, in handlers.AdminRequest) error {
	st, err := store.Open(ctx, data, store.Options{})
	return withStore(data, st, err,
		func(c *handlers.Control) error { return c.CreateAdmin(ctx, in) },
		func() error {
			conversions := makers.Options{Dir: convertedIn(data), Models: modelsIn(data)}
			server, err := handlers.New(ctx, st, handlers.Options{Conversions: conversions})
			if err != nil {
				return err
			}
			return errors.Join(server.CreateAdmin(ctx, in), server.Close())
		})
}

// readPassword asks for a password on a terminal, without showing it, or reads the first line of standard input.
func (a *App) readPassword() (string, error) {
	if isTerminal(a.Stdin) {
		return a.readHidden("Password (10 characters or more): ")
	}
	line, err := bufio.NewReader(io.LimitReader(a.Stdin, 4096)).ReadString('\n')
	if err == io.EOF {
		err = nil
	}
	return strings.TrimRight(line, "\r\n"), err
}

// readHidden asks for a line on the terminal that standard input is, without showing what is typed.
func (a *App) readHidden(prompt string) (string, error) {
	fmt.Fprint(a.Stderr, prompt)
	typed, err := term.ReadPassword(int(a.Stdin.(*os.File).Fd()))
	fmt.Fprintln(a.Stderr)
	return string(typed), err
}

// readyTime is how long a server that works takes at most to answer what needs no work.
const readyTime = 5 * time.Second

// Healthcheck asks a running server whether it is ready.
func Healthcheck(ctx context.Context, a *App, args []string) error {
	f := a.flags("healthcheck", "")
	addr := f.String("addr", defaultAddr, "`ADDRESS` of the server; if the settings have OSTRAKON_ACME, at first :443")
	if _, err := a.parse(f, args, 0, 0); err != nil {
		return err
	}
	if name, _ := a.env(variable("acme")); name != "" && !given(f, "addr") {
		*addr = acmeAddr
	}
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+*addr+"/readyz", nil)
	if err != nil {
		return UsageError{err}
	}
	// It tells this server no secret, so it need not know who answers: the certificate may be for a
	// name, and this is an address.
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answers %s", res.Status)
	}
	fmt.Fprintln(a.Stdout, "ready")
	return nil
}

// Version prints the version.
func Version(_ context.Context, a *App, args []string) error {
	if _, err := a.parse(a.flags("version", ""), args, 0, 0); err != nil {
		return err
	}
	fmt.Fprintln(a.Stdout, "ostrakon", versionOf())
	return nil
}

// Licences prints the licences of what others wrote and the program contains.
func Licences(_ context.Context, a *App, args []string) error {
	if _, err := a.parse(a.flags("licences", ""), args, 0, 0); err != nil {
		return err
	}
	_, err := io.WriteString(a.Stdout, licences.Text())
	return err
}

// versionOf is the version in the build information: a release, a commit, or "development".
func versionOf() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "development"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	return "development"
}
