package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ostrakon/handlers/e2e/servertest"
	"ostrakon/handlers/mailer/mailertest"
	"ostrakon/handlers/password"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

// TestSoak holds elections round after round, by server and by holders with sheets, with a poll book, groups and
// printed papers, while voters, administrators, conversions, cards and e-mail are at work, the server is killed and its
// disk fills up. At the end every receipt verifies, every vote that was acknowledged and every printed paper counts
// once, and no other; nothing but refusals of the catalogue was answered, and memory, descriptors and goroutines have
// not grown. OSTRAKON_SOAK says how long it takes, such as 30m; it wants a superuser, who may mount a
// small disk. Without the variable there is one short round with one kill, without cards and disk.
// With the race detector in the test, the program has it too.
func TestSoak(t *testing.T) {
	t.Parallel()
	k := newSoak(t)
	defer k.end()
	rounds := make(chan struct{})
	k.helpers.Go(func() {
		defer close(rounds)
		for n, until := 0, time.Now().Add(k.lasts); n == 0 || time.Now().Before(until) && k.ctx.Err() == nil; n++ {
			k.round(n)
		}
	})
	solid := must(io.ReadAll(facets(10_000)))(k)
	model := upload("file", "part.stl", solid)
	k.again(time.Second, func(n int) {
		var made struct {
			URL string `json:"download_url"`
		}
		l := k.life.Load()
		level := []string{"standard", "positions", "compact"}[n%3]
		k.must("POST", "/api/convert-stl?method=custom-glb&level="+level, "", model, &made)
		if made.URL == "" {
			return
		}
		var file []byte
		refused, _ := k.ask("GET", made.URL, "", nil, &file)
		switch {
		case refused == "" && string(file[:4]) == "glTF":
			k.note("conversions")
		case l == k.life.Load(): // a start may clear what is there
			k.Errorf("%s: %s, %d bytes", made.URL, refused, len(file))
		}
	})
	k.again(500*time.Millisecond, k.administer)
	if k.lasts > 0 {
		photo := must(drawCard("2341 2341 2346", "Ada Okafor", "17 MAR 1984"))(k)
		card := upload("card", "card.jpg", photo)
		k.again(3*time.Second, func(int) {
			k.must("POST", "/api/auth/verify-id", "", card, nil)
			k.note("cards")
		})
	}
	k.fates(rounds)
	<-rounds
	k.end()
	k.ctx = t.Context() // for what is asked at the end
	k.judge()
}

// soak is a server that many use and that much happens to.
type soak struct {
	*testing.T
	ctx     context.Context // until the work ends
	end     func()          // ends the work, and waits for that
	helpers sync.WaitGroup
	lasts   time.Duration // 0 is one short round

	program, data string
	disk          storetest.Disk
	smtp          *mailertest.Server
	life          atomic.Pointer[life]
	phase         atomic.Pointer[string]
	pause         sync.RWMutex // held by whoever works, and to measure
	codes         map[string]json.RawMessage

	admin   string // token
	polls   []*poll
	members [soakMembers]soakMember
	roll    sync.Mutex // held by whoever changes the roll, and while it has to stay as it is
	samples []sample
	mu      sync.Mutex
	figures map[string]int
}

// life is a server from its start to its end.
type life struct {
	*servertest.Server
	*office
	number  int
	metrics string // address
}

const (
	soakVoters  = 20 // sign in with passwords
	soakMembers = 6  // sign in with the links of their e-mail, and with their slips
	soakLate    = 4  // of the voters vote while the elections close

	lostWithServer = "answers lost as the server was killed"
	lostWithout    = "answers lost while the server lived"
)

func newSoak(t *testing.T) *soak {
	k := &soak{T: t, figures: make(map[string]int), smtp: mailertest.Start(t), program: program,
		data: filepath.Join(t.TempDir(), "data")}
	if text := os.Getenv("OSTRAKON_SOAK"); text != "" {
		k.lasts = must(time.ParseDuration(text))(t)
		k.disk = storetest.NewDisk(t, 384<<20)
		k.data = filepath.Join(k.disk.Dir, "data")
	}
	info, _ := debug.ReadBuildInfo()
	if slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		k.program = filepath.Join(t.TempDir(), "ostrakon")
		if out, err := exec.Command("go", "build", "-race", "-o", k.program, "ostrakon").CombinedOutput(); err != nil {
			t.Fatalf("build: %v\n%s", err, out)
		}
	}
	k.seed()
	ctx, cancel := context.WithCancel(t.Context())
	k.ctx, k.end = ctx, func() { cancel(); k.helpers.Wait() }
	k.enter("resting")
	k.start()
	t.Cleanup(func() { k.life.Load().Kill() })
	k.admin = logIn(t, k.life.Load().Server.URL, killAdmin, killPassword)
	var document struct {
		Problems map[string]json.RawMessage `json:"x-problems"`
	}
	k.must("GET", "/api/openapi.json", "", nil, &document)
	k.codes = document.Problems
	return k
}

// seed makes an administrator, voters, and members on the roll, and sets up e-mail.
func (k *soak) seed() {
	fatal := func(err error) {
		k.Helper()
		if err != nil {
			k.Fatal(err)
		}
	}
	st, err := store.Open(k.Context(), k.data, store.Options{})
	fatal(err)
	hash, err := password.NewHasher(password.DefaultParams(), 1, nil).Hash(k.Context(), killPassword)
	fatal(err)
	setUp(k.T, st, hash)
	for n := range soakVoters {
		r := storetest.Registration(n)
		r.PasswordHash = hash
		_, err := st.Register(k.Context(), r)
		fatal(err)
	}
	setUpMail(k.T, st, k.smtp)
	for n := range soakMembers {
		k.members[n].entry = addMember(k.T, st, member(n), soakGroups[n%len(soakGroups)])
	}
	fatal(st.Close())
}

// start starts the server on its data.
func (k *soak) start() {
	free := must(net.Listen("tcp", "127.0.0.1:0"))(k)
	l := &life{metrics: free.Addr().String()}
	if last := k.life.Load(); last != nil {
		l.number = last.number + 1
	}
	free.Close()
	reading := "off"
	if k.lasts > 0 {
		reading = "on"
	}
	cmd := exec.CommandContext(k.Context(), k.program, "serve", "-data", k.data, "-metrics-addr", l.metrics, "-ocr",
		reading,
		"-trusted-proxies", "127.0.0.1", "-backup-every", "1m", "-backup-keep", "2", "-temp-cap", "24MiB")
	l.Server = must(servertest.Start(cmd, filepath.Dir(k.data)))(k)
	l.office = &office{url: l.URL, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	k.life.Store(l)
}

// note counts something.
func (k *soak) note(what string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.figures[what]++
}

// enter begins a phase of a round.
func (k *soak) enter(phase string) { k.phase.Store(&phase) }

// fates kills the server and fills its disk by turns, until the rounds are over: at a random moment of
// a random phase.
func (k *soak) fates(rounds <-chan struct{}) {
	aims := []string{"preparing", "opening", "voting", "closing", "typing", "counting", "resting"}
	if k.lasts == 0 {
		time.Sleep(rand.N(time.Second))
		k.kill(true)
		return
	}
	mean := min(100*time.Second, k.lasts/12) // from one fate to the next
	for n := 0; ; n++ {
		select {
		case <-rounds:
			return
		case <-time.After(mean/2 + rand.N(mean)):
		}
		aim := aims[(n/2+n%2*3)%len(aims)]
		for until := time.Now().Add(time.Minute); *k.phase.Load() != aim && time.Now().Before(until); {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(rand.N(50 * time.Millisecond))
		if n%2 == 0 {
			k.kill(true)
			continue
		}
		k.fill(n%4 == 3)
	}
}

// fill fills the disk for some seconds. In some of them the server may be killed, and starts on a full
// disk.
func (k *soak) fill(kill bool) {
	k.note("full disk while " + *k.phase.Load())
	if err := k.disk.Fill(0); err != nil {
		k.Error(err)
	}
	time.Sleep(3*time.Second + rand.N(4*time.Second))
	if kill {
		k.kill(false)
		time.Sleep(3 * time.Second)
	}
	if err := k.disk.Free(); err != nil {
		k.Error(err)
	}
}

// kill ends the server, judges what it left, and starts it again.
func (k *soak) kill(room bool) {
	l := k.life.Load()
	k.note("kill while " + *k.phase.Load())
	l.Kill()
	k.quiet(l)
	if room {
		check(k.T, k.data)
	}
	k.start()
}

// quiet judges what a server has said in its life.
func (k *soak) quiet(l *life) {
	said := l.Output.String()
	for _, bad := range []string{"DATA RACE", "panic:", "fatal error:", "\ngoroutine "} {
		if at := strings.Index(said, bad); at >= 0 {
			k.Errorf("the server said: %.6000s", said[at:])
		}
	}
}

// judge looks at everything again when all work is done.
func (k *soak) judge() {
	var info struct{ SigningKey string }
	k.must("GET", "/api/info", "", nil, &info)
	for n, p := range k.polls {
		k.verify(p, info.SigningKey, n >= len(k.polls)-4) // verify.py checks those of the last round
	}
	l := k.life.Load()
	if err := l.Stop(); err != nil {
		k.Error(err)
	}
	k.quiet(l)
	check(k.T, k.data)
	k.flat()
	// A server may close a connection just as a request comes on it, and the more often the busier the
	// machine is. The client does not know whether that request has had its effect.
	if n := k.figures[lostWithout]; n > 3+k.figures["requests"]/1000 {
		k.Errorf("%d answers were lost while the server lived", n)
	}
	k.figures["mails"] = len(k.smtp.Messages())
	for _, what := range slices.Sorted(maps.Keys(k.figures)) {
		k.Logf("%-40s %d", what, k.figures[what])
	}
}

// sample is what a server takes after a round, while nothing is asked of it.
type sample struct {
	life, round             int
	own, resident           int // memory, KiB: its own, and with the pages of files
	descriptors, goroutines int
}

// measure takes a sample, unless the server is killed meanwhile.
func (k *soak) measure(round int) {
	if k.lasts == 0 {
		return
	}
	k.pause.Lock()
	defer k.pause.Unlock()
	l := k.life.Load()
	l.client.CloseIdleConnections()
	time.Sleep(time.Second)
	s := sample{life: l.number, round: round}
	proc := fmt.Sprint("/proc/", l.Process.Pid)
	status, _ := os.ReadFile(proc + "/status") // it may have been killed
	open, _ := os.ReadDir(proc + "/fd")
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	fmt.Sscan(rest, &s.resident)
	_, rest, _ = strings.Cut(rest, "RssAnon:")
	fmt.Sscan(rest, &s.own)
	s.descriptors = len(open)
	_, metrics, _ := (&office{url: "http://" + l.metrics, client: http.DefaultClient}).do(k.ctx, "GET", "/metrics", "", "",
		nil)
	_, rest, _ = strings.Cut(string(metrics), "go_goroutines ")
	fmt.Sscan(rest, &s.goroutines)
	if s.own > 0 && s.goroutines > 0 && l == k.life.Load() {
		k.samples = append(k.samples, s)
	}
}

// flat judges the samples, without the first one after each start: of a server that has not done
// everything yet. The last third of them has at most a third more memory than the first, and 32 MiB:
// one password takes 19 MiB while it is checked, and the runtime gives back what it freed when it
// likes. No sample has more than eight descriptors or goroutines more than the first one of its life.
func (k *soak) flat() {
	var warm []sample
	first := make(map[int]sample) // by life
	for i, s := range k.samples {
		k.Logf("%+v", s)
		if i == 0 || k.samples[i-1].life != s.life {
			continue
		}
		warm = append(warm, s)
		before, ok := first[s.life]
		if !ok {
			first[s.life] = s
		} else if s.descriptors > before.descriptors+8 || s.goroutines > before.goroutines+8 {
			k.Errorf("descriptors or goroutines grew from %+v to %+v", before, s)
		}
	}
	third := len(warm) / 3
	if third == 0 {
		return
	}
	before, after := ownMemory(warm[:third]), ownMemory(warm[len(warm)-third:])
	k.Logf("memory of its own: %d KiB in the first third, %d KiB in the second, %d KiB in the last", before,
		ownMemory(warm[third:len(warm)-third]), after)
	if after > before+before/3+32<<10 {
		k.Error("memory grew")
	}
}

// ownMemory is the median of the memory of samples, in KiB.
func ownMemory(of []sample) int {
	var all []int
	for _, s := range of {
		all = append(all, s.own)
	}
	slices.Sort(all)
	return all[len(all)/2]
}
