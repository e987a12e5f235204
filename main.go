// Command ostrakon runs an organisation's elections: one binary, one data directory.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"ostrakon/handlers"
	"ostrakon/handlers/password"
	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/demo"
)

// Rules of terminal output: what a command was asked for goes to stdout,
// everything else to stderr; errors are one line that begins with "ostrakon:".

// Exit codes.
const (
	exitDone    = 0
	exitFailure = 1
	exitUsage   = 2
)

const usage = `Ostrakon runs elections from one binary and one data directory.

Usage:
  ostrakon [serve] [flags]       serve the data directory; the first run prints a set-up link
  ostrakon demo [flags]          serve a sample organisation to try things on
  ostrakon admin create [flags]  make an administrator; the password is read from standard input
  ostrakon healthcheck [flags]   ask a running server whether it is ready
  ostrakon version               tell the version

Every flag can be set in the environment too: -trusted-proxies is
OSTRAKON_TRUSTED_PROXIES. "ostrakon COMMAND -h" lists the flags of a command.
`

// command is a subcommand; its run returns an error that tells the exit code (see exitCode).
type command struct {
	name string
	run  func(context.Context, *app, []string) error
}

func commands() []command {
	return []command{
		{"serve", serve},
		{"demo", runDemo},
		{"admin create", adminCreate},
		{"healthcheck", healthcheck},
		{"version", version},
	}
}

// app is what a command may use of the process.
type app struct {
	env            []string
	stdin          io.Reader
	stdout, stderr io.Writer
}

// usageError is an error in how a command was called.
type usageError struct{ error }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal drains; with the handler gone, a second one ends the process.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}

func run(ctx context.Context, args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{env: env, stdin: stdin, stdout: stdout, stderr: stderr}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") && args[0] != "-h" && args[0] != "-help" && args[0] != "--help" {
		args = append([]string{"serve"}, args...)
	}
	joined := strings.Join(args, " ") + " "
	for _, c := range commands() {
		if strings.HasPrefix(joined, c.name+" ") {
			return a.exitCode(c.run(ctx, a, args[strings.Count(c.name, " ")+1:]))
		}
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, usage)
		return exitDone
	}
	return a.exitCode(usageError{fmt.Errorf("there is no command %q; \"ostrakon help\" lists them", strings.Join(args, " "))})
}

// exitCode reports an error and tells the exit code it stands for.
func (a *app) exitCode(err error) int {
	var misuse usageError
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return exitDone
	case errors.As(err, &misuse):
		fmt.Fprintln(a.stderr, "ostrakon:", err)
		return exitUsage
	}
	fmt.Fprintln(a.stderr, "ostrakon:", err)
	return exitFailure
}

// flags makes the flag set of a command.
func (a *app) flags(name string) *flag.FlagSet {
	f := flag.NewFlagSet("ostrakon "+name, flag.ContinueOnError)
	f.SetOutput(a.stderr)
	return f
}

// parse reads flags from the arguments, and those not given from the environment.
func (a *app) parse(f *flag.FlagSet, args []string) error {
	env := make(map[string]string)
	for _, line := range a.env {
		name, value, _ := strings.Cut(line, "=")
		env[name] = value
	}
	var err error
	f.VisitAll(func(fl *flag.Flag) {
		name := "OSTRAKON_" + strings.ToUpper(strings.ReplaceAll(fl.Name, "-", "_"))
		if value, ok := env[name]; ok && err == nil {
			if serr := f.Set(fl.Name, value); serr != nil {
				err = usageError{fmt.Errorf("%s: %w", name, serr)}
			}
		}
	})
	if err != nil {
		return err
	}
	f.SetOutput(io.Discard)
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		f.SetOutput(a.stdout)
		f.Usage()
		return err
	case err != nil:
		return usageError{err}
	case f.NArg() > 0:
		return usageError{fmt.Errorf("%s takes no argument %q", f.Name(), f.Arg(0))}
	}
	return nil
}

// config is what serve and demo can be told.
type config struct {
	addr, data          string
	proxies             string
	nationalID, voterID string
}

func (a *app) serveFlags(name, data string) (*flag.FlagSet, *config) {
	f, c := a.flags(name), new(config)
	f.StringVar(&c.addr, "addr", "127.0.0.1:8080", "`address` to listen on; 0.0.0.0:8080 lets the local network in")
	f.StringVar(&c.data, "data", data, "data `directory`")
	f.StringVar(&c.proxies, "trusted-proxies", "", "`addresses` or networks, by commas, of proxies whose X-Forwarded-For is believed")
	f.StringVar(&c.nationalID, "national-id", "any", "`kind` of national ID number that voters register with")
	f.StringVar(&c.voterID, "voter-id", "any", "`kind` of voter ID number that voters register with")
	return f, c
}

func serve(ctx context.Context, a *app, args []string) error {
	f, c := a.serveFlags("serve", "ostrakon-data")
	if err := a.parse(f, args); err != nil {
		return err
	}
	return a.serveStore(ctx, c, func(context.Context, *store.Store) error { return nil }, func(url, setupToken string) {
		fmt.Fprintf(a.stderr, "\n  Ostrakon is at %s  (data in %s)\n\n", url, c.data)
		if setupToken != "" {
			fmt.Fprintf(a.stderr, "  There is no administrator yet. Make one, once, at\n  %s/#setup=%s\n\n", url, setupToken)
		}
	})
}

// demoPassword signs in everybody in the demo.
const demoPassword = "shards-of-clay"

func runDemo(ctx context.Context, a *app, args []string) error {
	f, c := a.serveFlags("demo", "ostrakon-demo")
	if err := a.parse(f, args); err != nil {
		return err
	}
	seed := func(ctx context.Context, st *store.Store) error {
		hash, err := password.NewHasher(password.DefaultParams(), 1).Hash(ctx, demoPassword)
		if err != nil {
			return err
		}
		if err := demo.Seed(ctx, st, hash); err != nil {
			return fmt.Errorf("%w (delete %s and try again)", err, c.data)
		}
		return nil
	}
	return a.serveStore(ctx, c, seed, func(url, _ string) {
		fmt.Fprintf(a.stderr, `
  The demo is at %s  (data in %s; delete it to start over)

  vote as        %s
  administer as  %s
  password       %s

`, url, c.data, demo.VoterEmail, demo.AdminEmail, demoPassword)
	})
}

// serveStore opens a store, prepares it, and serves it until ctx ends. banner
// is told the URL, and the set-up token if set-up is still to be done.
func (a *app) serveStore(ctx context.Context, c *config, prepare func(context.Context, *store.Store) error, banner func(url, setupToken string)) (err error) {
	opts, err := c.options()
	if err != nil {
		return usageError{err}
	}
	opts.Logger = a.logger()
	st, err := store.Open(c.data, store.Options{Logger: opts.Logger})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if err := prepare(ctx, st); err != nil {
		return err
	}
	server, err := handlers.New(ctx, st, opts)
	if err != nil {
		return err
	}
	public, err := net.Listen("tcp", c.addr)
	if err != nil {
		return err
	}
	control, err := handlers.ListenControl(c.data)
	if err != nil {
		opts.Logger.Warn("commands cannot reach this server", "error", err)
	}
	banner(urlOf(public.Addr()), server.SetupToken())
	return server.Run(ctx, public, control)
}

// urlOf is where a browser on this machine finds a listener.
func urlOf(addr net.Addr) string {
	if tcp, ok := addr.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("http://localhost:%d", tcp.Port)
	}
	return "http://" + addr.String()
}

func (c *config) options() (opts handlers.Options, err error) {
	opts.Version = versionOf()
	if opts.NationalID, err = ocr.SchemeNamed(c.nationalID); err != nil {
		return opts, fmt.Errorf("-national-id: %w", err)
	}
	if opts.VoterID, err = ocr.SchemeNamed(c.voterID); err != nil {
		return opts, fmt.Errorf("-voter-id: %w", err)
	}
	for _, text := range strings.FieldsFunc(c.proxies, func(r rune) bool { return r == ',' || r == ' ' }) {
		p, err := parseProxy(text)
		if err != nil {
			return opts, fmt.Errorf("-trusted-proxies: %w", err)
		}
		opts.TrustedProxies = append(opts.TrustedProxies, p)
	}
	return opts, nil
}

// parseProxy reads an address or a network.
func parseProxy(text string) (netip.Prefix, error) {
	if addr, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(addr.Unmap(), addr.Unmap().BitLen()), nil
	}
	return netip.ParsePrefix(text)
}

// logger writes for a person on a terminal, else for a machine.
func (a *app) logger() *slog.Logger {
	if isTerminal(a.stderr) {
		return slog.New(slog.NewTextHandler(a.stderr, nil))
	}
	return slog.New(slog.NewJSONHandler(a.stderr, nil))
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func adminCreate(ctx context.Context, a *app, args []string) error {
	f := a.flags("admin create")
	data := f.String("data", "ostrakon-data", "data `directory`, of a running server or not")
	var in handlers.AdminRequest
	f.StringVar(&in.Email, "email", "", "e-mail `address` to sign in with")
	f.StringVar(&in.FullName, "name", "", "full `name`")
	if err := a.parse(f, args); err != nil {
		return err
	}
	if in.Email == "" || in.FullName == "" {
		return usageError{errors.New("admin create needs -email and -name")}
	}
	var err error
	if in.Password, err = a.readPassword(); err != nil {
		return fmt.Errorf("password: %w", err)
	}
	if err := createAdmin(ctx, *data, in); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "%s is an administrator now.\n", in.Email)
	return nil
}

// createAdmin makes the administrator in the data directory, through the server if one runs on it.
func createAdmin(ctx context.Context, data string, in handlers.AdminRequest) (err error) {
	st, err := store.Open(data, store.Options{})
	if errors.Is(err, store.ErrLocked) {
		return handlers.CreateAdminAt(ctx, data, in)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	server, err := handlers.New(ctx, st, handlers.Options{})
	if err != nil {
		return err
	}
	return server.CreateAdmin(ctx, in)
}

// readPassword asks for a password on a terminal, unseen, or reads the first line of standard input.
func (a *app) readPassword() (string, error) {
	if isTerminal(a.stdin) {
		fmt.Fprint(a.stderr, "Password (10 characters or more): ")
		typed, err := term.ReadPassword(int(a.stdin.(*os.File).Fd()))
		fmt.Fprintln(a.stderr)
		return string(typed), err
	}
	line, err := bufio.NewReader(io.LimitReader(a.stdin, 4096)).ReadString('\n')
	if err == io.EOF {
		err = nil
	}
	return strings.TrimRight(line, "\r\n"), err
}

func healthcheck(ctx context.Context, a *app, args []string) error {
	f := a.flags("healthcheck")
	addr := f.String("addr", "127.0.0.1:8080", "`address` of the server")
	if err := a.parse(f, args); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+*addr+"/readyz", nil)
	if err != nil {
		return usageError{err}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answers %s", res.Status)
	}
	fmt.Fprintln(a.stdout, "ready")
	return nil
}

func version(_ context.Context, a *app, args []string) error {
	if err := a.parse(a.flags("version"), args); err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, "ostrakon", versionOf())
	return nil
}

// versionOf is what the build knows of itself: a release, a commit, or "development".
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
