package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"ostrakon/handlers"
	"ostrakon/handlers/backups"
	"ostrakon/handlers/jobs"
	"ostrakon/handlers/listen"
	"ostrakon/handlers/makers"
	"ostrakon/handlers/registrar"
	"ostrakon/handlers/worker"
	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/counter"
	"ostrakon/store/input"
)

// config holds the flags of serve and demo.
type config struct {
	addr, data string
	door
	metricsAddr string
	proxies     string
	policy      string
	timeZone    string
	conversions makers.Options
	backups     backups.Options
	cards
}

func (a *App) serveFlags(name, data string) (*flagSet, *config) {
	f, c := a.flags(name, ""), new(config)
	f.StringVar(&c.addr, "addr", defaultAddr, "`ADDRESS` to listen on; with -lan or -acme a port alone, such as :8081")
	c.door.flags(f)
	f.StringVar(&c.data, "data", data, "data `DIRECTORY`")
	f.StringVar(&c.metricsAddr, "metrics-addr", "",
		"`ADDRESS` to serve /metrics on, for Prometheus; if empty, it is not served")
	f.StringVar(&c.proxies, "trusted-proxies", "",
		"`ADDRESSES` or networks of the proxies whose X-Forwarded-For is trusted, separated by commas")
	f.StringVar(&c.policy, "identity", "",
		"`POLICY` for admitting voters: number, card or roll; if empty: that of the settings, at first number")
	f.StringVar(&c.timeZone, "time-zone", "",
		"time `ZONE` of the organisation, such as Europe/Zurich; if empty: that of the settings, at first UTC")
	c.cards.flags(f, "")
	a.conversionFlags(f, &c.conversions)
	f.DurationVar(&c.backups.Every, "backup-every", 24*time.Hour,
		"`DURATION` from one backup to the next, at least 1m; 0 makes none")
	f.IntVar(&c.backups.Keep, "backup-keep", 7, "`NUMBER` of backups that are kept; the oldest go first")
	f.StringVar(&c.backups.Dir, "backup-dir", "",
		"`DIRECTORY` for backups, which must be there, best on another disk; if empty: \"backups\" in the data directory")
	return f, c
}

// conversionFlags adds the limits of conversions and sets their defaults.
func (a *App) conversionFlags(f *flagSet, o *makers.Options) {
	o.MaxSTL, o.Cap, o.Memory = 512<<20, 4<<30, jobs.MachineMemory()
	dir, _ := a.env("TEMP_DIR")
	f.StringVar(&o.Dir, "temp-dir", dir,
		"`DIRECTORY` for converted files, used by this server alone; TEMP_DIR sets it too. If empty: \"converted\" in the "+
			"data directory")
	f.DurationVar(&o.TTL, "temp-ttl", time.Hour, "`DURATION` for which converted files are kept")
	f.Var((*byteSize)(&o.Cap), "temp-cap", "`SIZE` that all converted files may have; the oldest are removed to make room")
	f.Var((*byteSize)(&o.MaxSTL), "max-stl",
		"`SIZE` that an uploaded model may have, and what is packed in it; larger ones are refused")
	f.IntVar(&o.Workers, "convert-workers", runtime.GOMAXPROCS(0),
		"`NUMBER` of conversions that run at the same time; at first one for each core")
	f.Var((*byteSize)(&o.Memory), "convert-memory",
		"`SIZE` that all conversions may take in memory; at first three quarters of the machine's")
	f.IntVar(&o.Queue, "convert-queue", 32,
		"`NUMBER` of uploads that may arrive or wait at the same time; the answer to more is 503")
	// The help says where these come from. It is the same on every machine, as the manual page is.
	f.Lookup("convert-workers").DefValue, f.Lookup("convert-memory").DefValue = "0", "0B"
}

// convertedIn is where a data directory keeps converted files, if no flag says otherwise.
func convertedIn(data string) string { return filepath.Join(data, "converted") }

// modelsIn is where a data directory has the kept models.
func modelsIn(data string) string { return filepath.Join(data, "models") }

// Serve serves the data directory until ctx ends.
func Serve(ctx context.Context, a *App, args []string) error {
	f, c := a.serveFlags("serve", defaultData)
	if _, err := a.parse(f, args, 0, 0); err != nil {
		return err
	}
	c.given(f)
	return a.serveStore(ctx, c, service{
		prepare: func(context.Context, *store.Store) error {
			if missing := worker.Missing(); missing != "" {
				a.logger(slog.LevelInfo).Warn("the processes that read photos, solids and ballots are less isolated than they "+
					"could be", "because", missing)
			}
			return nil
		},
		logLevel: slog.LevelInfo,
		banner: func(at *listen.Door, setupToken string) {
			where, setup := a.whereabouts(at, a.Stderr), ""
			if setupToken != "" {
				setup = fmt.Sprintf("  There is no administrator yet. Create one at this address, which works once:\n  "+
					"%s/#setup=%s\n\n", where.url, setupToken)
			}
			fmt.Fprintf(a.Stderr, "\n%s%s  Ostrakon is at %s  (data in %s)\n\n", where.more, setup, where.url, c.data)
		},
	})
}

// service is the difference between serve and demo.
type service struct {
	prepare  func(context.Context, *store.Store) error // comes before the first request
	logLevel slog.Level
	// banner says where the server is, once it is ready. setupToken is empty unless set-up is still to be done. The banner
	// is one write with the URL on its last line: a program that has read this line has read all of it.
	banner func(at *listen.Door, setupToken string)
}

// serveStore opens a store and serves it until ctx ends. It listens first, so that nothing is
// created when an address is in use.
func (a *App) serveStore(ctx context.Context, c *config, how service) (err error) {
	opts, err := c.options()
	if err != nil {
		return UsageError{err}
	}
	opts.Logger = a.logger(how.logLevel)
	door, err := c.doorOptions(opts.Logger)
	if err != nil {
		return UsageError{err}
	}
	var at handlers.Listeners
	if at.Public, err = listen.Open(door); err != nil {
		return err
	}
	defer at.Public.Close() // where Run is not reached
	if c.metricsAddr != "" {
		if at.Metrics, err = listen.On("-metrics-addr", c.metricsAddr); err != nil {
			return err
		}
		defer at.Metrics.Close()
	}
	program := opts.Conversions.Command[0]
	st, err := store.Open(ctx, c.data, store.Options{
		Logger: opts.Logger, Counter: counter.Command(program, "count-worker"), Space: SpaceOf,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if err := a.certify(ctx, c, door); err != nil {
		return err
	}
	if err := at.Public.Ready(); err != nil {
		return err
	}
	if err := how.prepare(ctx, st); err != nil {
		return err
	}
	if err := c.setTimeZone(ctx, st); err != nil {
		return err
	}
	opts.Turns = worker.NewTurns()
	opts.Hashing = worker.New(worker.Options{
		Command: []string{program, "hash-worker"}, Workers: runtime.GOMAXPROCS(0) / 2, Turns: opts.Turns,
	})
	defer func() { err = errors.Join(err, opts.Hashing.Close()) }()
	if err := c.admit(ctx, st, &opts); err != nil {
		return err
	}
	if opts.Cards != nil {
		defer func() { err = errors.Join(err, opts.Cards.Close()) }()
	}
	server, err := handlers.New(ctx, st, opts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	if at.Control, err = handlers.ListenControl(c.data); err != nil {
		opts.Logger.Warn("commands cannot reach this server", "error", err)
	}
	if opts.Cards != nil {
		go func() { // so that the first voter need not wait for a card reader
			if err := opts.Cards.Warm(ctx); err != nil && ctx.Err() == nil {
				opts.Logger.Warn("identity cards cannot be read", "error", err)
			}
		}()
	}
	debug.FreeOSMemory() // of the start; the runtime would keep it for minutes
	how.banner(at.Public, server.SetupToken())
	return server.Run(ctx, at)
}

// setTimeZone puts the time zone of the flag, if it is given, into the settings.
func (c *config) setTimeZone(ctx context.Context, st *store.Store) error {
	if c.timeZone == "" {
		return nil
	}
	if _, err := st.ChangeSettings(ctx, audit.ByCommand(), store.SettingsChange{TimeZone: &c.timeZone}); err != nil {
		return UsageError{fmt.Errorf("-time-zone: %w", err)}
	}
	return nil
}

// admit logs how voters are admitted, and makes what reads their cards: by the kinds of number that
// the settings name at the time.
func (c *config) admit(ctx context.Context, st *store.Store, opts *handlers.Options) error {
	office := registrar.New(st, opts.Rules, time.Now)
	rules, err := office.Rules(ctx)
	if err != nil {
		return err
	}
	if rules.CardsOfAnyKind() {
		return UsageError{errors.New("the policy card needs the kind of number that the cards have: give it with " +
			"-national-id or -voter-id, such as -national-id es-dni")}
	}
	if rules.KindsOverlap() {
		return UsageError{fmt.Errorf("a number could be of both kinds, %s and %s: give other ones with -national-id and "+
			"-voter-id, or -voter-id none", rules.NationalID.Name, rules.VoterID.Name)}
	}
	if unread := rules.Unread(); len(unread) > 0 {
		return UsageError{fmt.Errorf("the policy card admits nobody by a number of the kind %s, which no photo gives: give "+
			"another one with -national-id or -voter-id, or another policy with -identity", unread[0].Name)}
	}
	opts.Logger.Info(rules.Summary())
	if rules.Policy == registrar.PolicyCard && c.off() {
		opts.Logger.Warn("nobody can register: the settings ask for a card, and -ocr is off")
	}
	serving := context.WithoutCancel(ctx) // cards are read until the last request has its answer
	opts.Cards, err = c.pool(func() (national, voter string, err error) {
		rules, err := office.Rules(serving)
		return rules.NationalID.Name, rules.VoterID.Name, err
	}, st.Voting, opts.Turns)
	return err
}

func (c *config) options() (opts handlers.Options, err error) {
	opts.Version, opts.Conversions, opts.Rehearsals = versionOf(), c.conversions, filepath.Join(c.data, "rehearsal")
	opts.TimeZone, opts.Conversions.Space = c.timeZone, SpaceOf
	if opts.Conversions.Dir == "" {
		opts.Conversions.Dir = convertedIn(c.data)
	}
	opts.Conversions.Models = modelsIn(c.data)
	program, err := os.Executable()
	if err != nil {
		return opts, err
	}
	opts.Conversions.Command = []string{program, "convert-worker"}
	opts.Backups = c.backups
	if opts.Backups.Dir == "" {
		opts.Backups.Dir, opts.Backups.Make = filepath.Join(c.data, "backups"), true
	}
	if every := c.backups.Every; every != 0 && every < time.Minute {
		return opts, errors.New("-backup-every: must be 1m or more, or 0 for no backups")
	}
	for _, limit := range []struct {
		flag     string
		positive bool
	}{
		{"backup-keep", c.backups.Keep > 0},
		{"temp-ttl", c.conversions.TTL > 0},
		{"convert-workers", c.conversions.Workers > 0},
		{"convert-queue", c.conversions.Queue > 0},
	} {
		if !limit.positive {
			return opts, fmt.Errorf("-%s: must be more than 0", limit.flag)
		}
	}
	var zone input.Faults
	if zone.TimeZone("timeZone", cmp.Or(c.timeZone, "UTC")); zone.Err() != nil {
		return opts, fmt.Errorf("-time-zone: %q is not the name of a time zone, such as Europe/Zurich", c.timeZone)
	}
	if opts.NationalID, opts.VoterID, err = c.schemes(); err != nil {
		return opts, err
	}
	if c.policy != "" {
		if opts.Policy, err = registrar.ParsePolicy(c.policy); err != nil {
			return opts, fmt.Errorf("-identity: %w", err)
		}
	}
	if opts.Policy == registrar.PolicyCard && c.off() {
		return opts, errors.New("-identity=card needs cards to be read, and -ocr is off")
	}
	for _, text := range strings.FieldsFunc(c.proxies, func(r rune) bool { return r == ',' || r == ' ' }) {
		p, err := netip.ParsePrefix(text)
		if addr, failed := netip.ParseAddr(text); failed == nil {
			p, err = netip.PrefixFrom(addr.Unmap(), addr.Unmap().BitLen()), nil
		}
		if err != nil {
			return opts, fmt.Errorf("-trusted-proxies: %q is neither an address nor a network, such as 127.0.0.1 or "+
				"10.0.0.0/8", text)
		}
		opts.TrustedProxies = append(opts.TrustedProxies, p)
	}
	return opts, c.check()
}
