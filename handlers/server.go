package handlers

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"ostrakon/handlers/backups"
	"ostrakon/handlers/limit"
	"ostrakon/handlers/listen"
	"ostrakon/handlers/mailer"
	"ostrakon/handlers/makers"
	"ostrakon/handlers/openid"
	"ostrakon/handlers/password"
	"ostrakon/handlers/picture"
	"ostrakon/handlers/registrar"
	"ostrakon/handlers/rest"
	"ostrakon/handlers/worker"
	"ostrakon/store"
	"ostrakon/store/words"
	"ostrakon/web"
)

// Options of a server. The zero value is ready to use.
type Options struct {
	Version         string           // "" means "development"
	Now             func() time.Time // the clock; nil means time.Now
	Logger          *slog.Logger     // nil means silence
	registrar.Rules                  // how voters are admitted, before what the settings say
	TimeZone        string           // the operator chose the time zone of the settings, which pages cannot change then
	Cards           *worker.Pool     // reads photos of cards; nil if the server reads none
	TrustedProxies  []netip.Prefix   // peers whose X-Forwarded-For is trusted
	Passwords       password.Params  // cost of password hashes; the zero value means the defaults
	Turns           *worker.Turns    // of Cards, and of all other children; nil: no child is stopped
	Hashing         *worker.Pool     // hashes passwords while votes come; nil if the server always does it itself
	Conversions     makers.Options   // Server is set here; Dir "" means a temporary directory of the installation
	Backups         backups.Options  // by themselves; the zero value means none. Now and Logger are those of the server
	// directory for the data of rehearsals, used by this server alone; "" means that there are none
	Rehearsals string

	rehearsing bool // this server is a rehearsal
}

// Server answers HTTP requests for one store. It is an http.Handler.
type Server struct {
	store      *store.Store
	site       *web.Site
	log        *slog.Logger
	now        func() time.Time
	started    time.Time
	version    string
	handler    http.Handler
	tokens     *tokens // for sessions
	readings   *tokens // for cards that were read
	flows      *tokens // for browsers whose person is at the provider
	openid     *openid.Client
	cursors    rest.Cursors
	hasher     *password.Hasher
	pictures   *picture.Decoder
	registrar  *registrar.Registrar
	fixed      []fixedSetting
	mailer     *mailer.Mailer
	clock      clockWatch
	backups    *backups.Schedule // nil if none are made by themselves
	cards      *worker.Pool
	turns      *worker.Turns
	proxies    []netip.Prefix
	setupToken string
	limits     limits
	uploads    arrivals                        // images that are being received
	openapi    func() (openapiDocument, error) // completes it when first called
	bundles    bundleCache
	deflaters  *sync.Pool // of *flate.Writer, see packed
	slips      sync.Mutex // held while credentials are read
	meter      meter
	counted    *hourly      // requests without a line in the log
	swept      time.Time    // when tend, which alone uses it, looked for people to delete
	door       *listen.Door // where Run serves the API
	room       room
	crowd      *listen.Crowd // that of Run: one of all listeners, which share the files of the process
	crowded    crowded
	behind     behind

	makers      *makers.API
	conversions makers.Options // those of a rehearsal, too
	pacer       *rest.Pacer
	rehearsals  rehearsals
	rehearsing  bool            // this server is a rehearsal
	passwords   password.Params // for those of a rehearsal
}

// limits bound how often an address or an account is served.
type limits struct {
	signIn   *limit.SignIns
	setUp    *limit.Limiter // by address
	keys     *limit.Limiter // by address: wrong ones, and failed sign-ins by the provider
	reset    *limit.Limiter // by address
	resetTo  *limit.Limiter // by e-mail address
	link     *limit.Limiter // by address
	linkTo   *limit.Limiter // by e-mail address
	confirm  *limit.Limiter // by account, whose token the request carries: failed attempts
	signOut  *limit.Limiter // by account: of one session
	register *limit.Limiter // by address
	verifyID *limit.Limiter // by address
	holders  *limit.Limiter // by address: wrong shares and signatures
	cosign   *limit.Limiter // by address

	invitations *limit.Limiter // by address
	nominations *limit.Limiter // by account: changes
}

// newLimits makes the limits, which go by a clock.
func newLimits(now func() time.Time) limits {
	return limits{
		signIn:   limit.NewSignIns(maxTracked, now),
		setUp:    limit.New(time.Second, 100, maxTracked, now),
		keys:     limit.New(time.Second, 100, maxTracked, now),
		reset:    limit.New(10*time.Second, 30, maxTracked, now),
		resetTo:  limit.New(10*time.Minute, 3, maxTracked, now),
		link:     limit.New(10*time.Second, 30, maxTracked, now),
		linkTo:   limit.New(10*time.Minute, 1, maxTracked, now),
		confirm:  limit.New(10*time.Second, 10, maxTracked, now),
		signOut:  limit.New(time.Minute, 60, maxTracked, now),
		register: limit.New(2*time.Second, 60, maxTracked, now),
		verifyID: limit.New(12*time.Second, 5, maxTracked, now),
		holders:  limit.New(time.Second, 100, maxTracked, now),
		cosign:   limit.New(time.Second, 100, maxTracked, now),

		invitations: limit.New(2*time.Second, 60, maxTracked, now),
		nominations: limit.New(10*time.Second, 30, maxTracked, now),
	}
}

// New makes the server of a store. End it with Close.
func New(ctx context.Context, st *store.Store, opts Options) (*Server, error) {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.Version == "" {
		opts.Version = "development"
	}
	if opts.Passwords == (password.Params{}) {
		opts.Passwords = password.DefaultParams()
	}
	site, err := web.New(words.Files())
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	s := &Server{
		store: st, site: site, log: opts.Logger, now: opts.Now, started: opts.Now(), version: opts.Version,
		openapi: sync.OnceValues(loadOpenAPI), meter: newMeter(), door: new(listen.Door),
		counted:   &hourly{hour: opts.Now().Truncate(logGrain), counts: make(map[answered]int)},
		tokens:    newTokens(st, tokenAudience, tokenLife, opts.Now),
		readings:  newTokens(st, readingAudience, readingLife, opts.Now),
		flows:     newTokens(st, flowAudience, flowLife, opts.Now),
		openid:    openid.New(opts.Now),
		hasher:    password.NewHasher(opts.Passwords, runtime.GOMAXPROCS(0), st.Voting),
		pictures:  picture.NewDecoder(runtime.GOMAXPROCS(0)),
		uploads:   arrivals{now: opts.Now},
		mailer:    mailer.New(st, mailer.Options{Now: opts.Now, Logger: opts.Logger}),
		registrar: registrar.New(st, opts.Rules, opts.Now), fixed: opts.fixed(), cards: opts.Cards, turns: opts.Turns,
		proxies: opts.TrustedProxies, passwords: opts.Passwords, rehearsing: opts.rehearsing,
		limits: newLimits(opts.Now), pacer: new(rest.Pacer), deflaters: newDeflaters(),
	}
	s.hasher.Aside = opts.Hashing
	newest, err := st.NewestRecord(ctx)
	if err != nil {
		return nil, err
	}
	s.clock.start(newest, opts.Now(), func() bool { return s.anythingDue(ctx) })
	if o := opts.Backups; o.Every > 0 {
		o.Now, o.Logger = opts.Now, opts.Logger
		s.backups = backups.New(st, o)
	}
	if s.cursors, err = rest.NewCursors(st.TokenKey()); err != nil {
		return nil, err
	}
	if err := s.prepareSetup(ctx); err != nil {
		return nil, err
	}
	s.conversions = opts.Conversions
	s.conversions.Server = makers.Server{
		Now: s.now, Logger: s.log, Pacer: s.pacer, Yield: st.Voting, Turns: opts.Turns, Gzip: web.AcceptsGzip,
		Count: s.meter.noteConversion,
	}
	if s.conversions.Dir == "" {
		s.conversions.Dir = filepath.Join(os.TempDir(), "ostrakon-"+st.InstallationID())
	}
	if err := s.openRehearsals(opts.Rehearsals); err != nil {
		return nil, fmt.Errorf("rehearsals: %w", err)
	}
	if s.makers, err = makers.Open(s.conversions); err != nil {
		return nil, fmt.Errorf("converted files: %w", err)
	}
	s.handler = s.router()
	return s, nil
}

// Close ends the rehearsal and the conversions in the background, and releases the directory of converted
// files. Whoever opened the store closes it.
func (s *Server) Close() error {
	s.stopRehearsal()
	s.logHour(context.Background(), s.now().Add(logGrain)) // the hour that has begun
	return s.makers.Close()
}

// maxTracked bounds how many addresses or accounts a limit remembers.
const maxTracked = 20_000

// prepareSetup makes the one-time set-up token if there is no administrator yet.
func (s *Server) prepareSetup(ctx context.Context) error {
	in, err := s.store.Installation(ctx)
	if err == nil && in.SetupRequired {
		s.setupToken = rand.Text()
	}
	return err
}

// SetupToken is the one-time token for creating the first administrator; "" if there is one already.
func (s *Server) SetupToken() string { return s.setupToken }
