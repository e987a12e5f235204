package e2e

import (
	"bufio"
	"bytes"
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	commands "ostrakon/handlers/command"
	"ostrakon/handlers/e2e/servertest"
	"ostrakon/handlers/password"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// countOpenly is count-worker without HideMemory. It returns the exit code.
func countOpenly() int {
	askToBeRead()
	app := &commands.App{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	if commands.CountWorker(context.Background(), app, nil) != nil {
		return 1
	}
	return 0
}

// heldPoll is an election of whose three holders two count, on a server, and all that only devices
// know of it.
type heldPoll struct {
	*servertest.Server
	client   *http.Client // whose traffic is recorded
	traffic  *recording
	admin    string // token
	id       string
	manifest *ballotbox.Manifest
	secrets  map[int]*sealing.Secret
	hidden   needles
}

const heldVoters = 5

// newHeldPoll prepares a data directory and starts a server on it.
func newHeldPoll(t *testing.T, program string, env ...string) *heldPoll {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	st := must(store.Open(t.Context(), data, store.Options{}))(t)
	hash := must(password.NewHasher(password.DefaultParams(), 1, nil).Hash(t.Context(), killPassword))(t)
	if _, err := st.SetUp(t.Context(),
		store.NewAdmin{Email: "admin@example.org", PasswordHash: hash, FullName: "Admin",
			Settings: store.SettingsChange{Organisation: new("Club")}}); err != nil {
		t.Fatal(err)
	}
	for n := range heldVoters {
		r := storetest.Registration(n)
		r.PasswordHash = hash
		must(st.Register(t.Context(), r))(t)
	}
	id := storetest.Election(t, st, "Board", "Ada", "Grace").ID
	p := &heldPoll{id: string(id), secrets: storetest.Hold(t, st, id, 2, 3), traffic: &recording{}, hidden: make(needles)}
	storetest.Advance(t, st, id, store.Active)
	noError(t, st.Close())
	p.client = &http.Client{Transport: &http.Transport{DialContext: p.traffic.dial}}
	t.Cleanup(p.client.CloseIdleConnections)
	args := []string{"-data", data}
	if len(env) == 0 {
		args = append([]string{"serve"}, args...)
	}
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = env
	p.Server = must(servertest.Start(cmd, filepath.Dir(data)))(t)
	p.admin = logIn(t, p.URL, "admin@example.org", killPassword)
	var raw json.RawMessage
	p.must(t, http.MethodGet, "/api/board/elections/"+p.id+"/manifest", "", nil, &raw)
	p.manifest = must(ballotbox.ParseManifest(raw))(t)
	for n, secret := range p.secrets {
		p.hidden.add(fmt.Sprintf("the secret of holder %d", n), secret.Bytes())
		p.hidden.add(fmt.Sprintf("the sheet of holder %d", n), []byte(secret.Sheet()))
	}
	return p
}

// must calls the server; what travels is recorded.
func (p *heldPoll) must(t *testing.T, method, path, token string, body, into any) {
	t.Helper()
	raw := []byte{}
	if body != nil {
		raw, _ = json.Marshal(body)
	}
	if err := call(p.client, method, p.URL+path, token, string(raw), into); err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
}

// vote casts a ballot as the page does, sealed on the device.
func (p *heldPoll) vote(t *testing.T, n int, marks ...byte) {
	t.Helper()
	r := storetest.Registration(n)
	token := logIn(t, p.URL, r.Email, killPassword)
	var profile struct{ ID string }
	p.must(t, http.MethodGet, "/api/user/profile", token, nil, &profile)
	b := must(storetest.SealFor(p.manifest, profile.ID, marks...))(t)
	p.hide(t, n, b)
	p.must(t, http.MethodPost, "/api/user/elections/"+p.id+"/ballots", token,
		map[string][]byte{"sealed": b.Sealed, "pad": b.Pad[:], "tag": b.Tag[:]}, nil)
}

// hide notes what nobody but the device and, in the end, the counting process knows of a ballot.
func (p *heldPoll) hide(t *testing.T, n int, b storetest.Sealed) {
	t.Helper()
	const saltSize, keySize = 16, 32
	prk := must(hkdf.Extract(sha256.New, slices.Concat(b.Seed[:], b.Marks), nil))(t)
	hash := p.manifest.Hash()
	info := "ostrakon/draws/4\x00" + p.id + string(hash[:]) + string(b.Tag[:])
	draws, err := hkdf.Expand(sha256.New, prk, info, saltSize+2*keySize+3*64)
	if err != nil || !bytes.HasPrefix(b.Sealed, draws[:saltSize]) {
		t.Fatalf("the draws of a ballot are others: %v", err)
	}
	key, coefficient := draws[saltSize:saltSize+keySize], draws[saltSize+keySize:saltSize+2*keySize]
	for i := byte(1); i <= 3; i++ {
		share := make([]byte, keySize)
		for at := range share {
			share[at] = key[at] ^ times(coefficient[at], i)
		}
		p.hidden.add(fmt.Sprintf("share %d of ballot %d", i, n), share)
	}
	p.hidden.add(fmt.Sprintf("the key of ballot %d", n), key)
	p.hidden.add(fmt.Sprintf("the plaintext of ballot %d", n), slices.Concat([]byte{4}, b.Seed[:], b.Marks))
}

// times multiplies in GF(2^8) modulo x^8+x^4+x^3+x+1.
func times(a, b byte) (product byte) {
	for ; b > 0; b >>= 1 {
		if b&1 == 1 {
			product ^= a
		}
		high := a >> 7
		a = a<<1 ^ high*0x1b
	}
	return product
}

// state asks how far the count is.
func (p *heldPoll) state(t *testing.T) (state store.CountState) {
	t.Helper()
	p.must(t, http.MethodGet, "/api/board/elections/"+p.id+"/count", "", nil, &state)
	return state
}

// give opens the shares of a holder and gives them, as the holder's page does.
func (p *heldPoll) give(t *testing.T, number int) (state store.CountState) {
	t.Helper()
	read := func(path string) []byte {
		resp := must(p.client.Get(p.URL + "/api/board/elections/" + p.id + path))(t)
		defer resp.Body.Close()
		return must(io.ReadAll(resp.Body))(t)
	}
	parts := read(fmt.Sprintf("/count/parts?from=0&holder=%d", number))
	key := p.state(t).CountKey
	sealed := must(storetest.OpenShares(p.manifest, read("/checkpoint"), parts, key, number, p.secrets[number]))(t)
	resp := must(p.client.Post(p.URL+"/api/board/elections/"+p.id+"/count/shares", "application/octet-stream",
		bytes.NewReader(sealed)))(t)
	defer resp.Body.Close()
	noError(t, json.NewDecoder(resp.Body).Decode(&state))
	return state
}

// hold votes, closes and starts the count.
func (p *heldPoll) hold(t *testing.T) {
	t.Helper()
	for n := range heldVoters {
		p.vote(t, n, byte(n%2), byte(1-n%2))
	}
	p.must(t, http.MethodPut, "/api/admin/elections/"+p.id+"/status", p.admin, map[string]string{"status": "COMPLETED"},
		nil)
	p.must(t, http.MethodPost, "/api/admin/elections/"+p.id+"/count", p.admin, nil, nil)
}

// end waits for the count, signs it as some holders, and checks the bundle.
func (p *heldPoll) end(t *testing.T, holders ...int) {
	t.Helper()
	state := p.state(t)
	for ; state.State != store.CountSigning; state = p.state(t) {
		if state.State != store.CountRuns {
			t.Fatalf("the count ends as %+v\n%s", state, p.Output)
		}
		time.Sleep(5 * time.Millisecond)
	}
	for _, number := range holders {
		body := map[string]any{"holder": number, "signature": p.secrets[number].Sign([]byte(state.Seal))}
		p.must(t, http.MethodPost, "/api/board/elections/"+p.id+"/count/signatures", "", body, &state)
	}
	if state.State != store.CountDone {
		t.Fatalf("signed, the count is %+v\n%s", state, p.Output)
	}
	b := bundleOf(t, p.client, p.URL, store.ElectionID(p.id))
	for _, check := range ballotbox.Verify(b, ballotbox.Evidence{}) {
		if check.Err != nil {
			t.Errorf("bundle: %s: %v", check.Name, check.Err)
		}
	}
	result, err := ballotbox.ParseResult(b.Result)
	if err != nil || result.Invalid != 0 ||
		!slices.Equal(result.Questions[0].Votes, []int{heldVoters / 2, (heldVoters + 1) / 2}) {
		t.Errorf("result %+v, %v", result, err)
	}
}

// children are the ids of the processes that a process started.
func children(t *testing.T, of int) (pids []int) {
	t.Helper()
	stats := must(filepath.Glob("/proc/[0-9]*/stat"))(t)
	for _, path := range stats {
		raw, _ := os.ReadFile(path) // it may have ended
		_, fields, _ := strings.Cut(string(raw), ") ")
		if parts := strings.Fields(fields); len(parts) > 1 && parts[1] == strconv.Itoa(of) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// TestCountByShares takes the program from sealed ballots to a bundle. The counting process is killed
// on the way, in which case the holders begin again.
func TestCountByShares(t *testing.T) {
	t.Parallel()
	p := newHeldPoll(t, program)
	p.hold(t)
	if state := p.give(t, 2); !slices.Equal(state.Given, []int{2}) {
		t.Errorf("one holder: %+v", state)
	}
	counting := children(t, p.Process.Pid)
	if len(counting) != 1 {
		t.Fatalf("the server has the children %v", counting)
	}
	kill(t, counting[0])
	for p.state(t).State != store.CountFailed {
		time.Sleep(time.Millisecond)
	}
	p.must(t, http.MethodPost, "/api/admin/elections/"+p.id+"/count", p.admin, nil, nil)
	p.give(t, 3)
	p.give(t, 1)
	p.end(t, 1, 3)
	if left := children(t, p.Process.Pid); len(left) != 0 {
		t.Errorf("the server has the children %v after the count", left)
	}
	if err := p.Stop(); err != nil {
		t.Error(err)
	}
}

func kill(t *testing.T, pid int) {
	t.Helper()
	child, err := os.FindProcess(pid)
	if err == nil {
		err = child.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestNothingOfACountIsInTheServer searches the memory of a server, which lets itself be read, and
// all that went to and fro, for eight bytes of anything that only devices and the counting process may know. In the
// memory of that process it finds the shares of a holder, which shows that it would, and no holder's secret.
func TestNothingOfACountIsInTheServer(t *testing.T) {
	t.Parallel()
	self := must(os.Executable())(t)
	p := newHeldPoll(t, self, asVariable+"="+asOpen)
	p.hold(t)
	p.give(t, 2)
	counting := children(t, p.Process.Pid)
	if len(counting) != 1 {
		t.Fatalf("the server has the children %v", counting)
	}
	var shares []string
	for n := range heldVoters {
		shares = append(shares, fmt.Sprintf("share 2 of ballot %d", n))
	}
	if found := p.hidden.inMemory(t, counting[0]); !slices.Equal(found, shares) {
		t.Errorf("the counting process has %q in its memory, and should have the shares of holder 2", found)
	}
	p.give(t, 1)
	p.end(t, 1, 2)
	if found := p.hidden.inMemory(t, p.Process.Pid); len(found) > 0 {
		t.Errorf("the server has in its memory %q", found)
	}
	p.traffic.mu.Lock()
	defer p.traffic.mu.Unlock()
	if found := p.hidden.in(p.traffic.seen.Bytes()); len(found) > 0 {
		t.Errorf("it travelled: %q", found)
	}
	if n := p.traffic.seen.Len(); n < heldVoters*base64.StdEncoding.EncodedLen(p.manifest.SealedSize) {
		t.Errorf("%d bytes were recorded", n)
	}
}

// recording is what went over the connections of a client, in both directions.
type recording struct {
	mu   sync.Mutex
	seen bytes.Buffer
}

func (r *recording) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	return &recordedConn{conn, r}, err
}

type recordedConn struct {
	net.Conn
	to *recording
}

func (c *recordedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.to.note(p[:n])
	return n, err
}

func (c *recordedConn) Write(p []byte) (int, error) {
	c.to.note(p)
	return c.Conn.Write(p)
}

func (r *recording) note(p []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen.Write(p)
}

// needles are names of secrets by each eight bytes of them.
type needles map[uint64]string

func (n needles) add(name string, secret []byte) {
	for at := range len(secret) - 7 {
		n[binary.BigEndian.Uint64(secret[at:])] = name
	}
}

// in are the names of the secrets of which eight bytes are in some bytes.
func (n needles) in(hay []byte) []string {
	var maybe [1 << 16]bool // most bytes are ruled out by the last two of eight
	for needle := range n {
		maybe[uint16(needle)] = true
	}
	found := make(map[string]bool)
	window := uint64(0)
	for at, b := range hay {
		window = window<<8 | uint64(b)
		if at >= 7 && maybe[uint16(window)] {
			if name, ok := n[window]; ok {
				found[name] = true
			}
		}
	}
	var names []string
	for name := range found {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// inMemory are the names of the secrets of which eight bytes are in the memory of a process.
func (n needles) inMemory(t *testing.T, pid int) []string {
	t.Helper()
	maps := must(os.Open(fmt.Sprintf("/proc/%d/maps", pid)))(t)
	defer maps.Close()
	mem := must(os.Open(fmt.Sprintf("/proc/%d/mem", pid)))(t)
	defer mem.Close()
	var names []string
	read := int64(0)
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		var from, to int64
		var rights string
		if _, err := fmt.Sscanf(lines.Text(), "%x-%x %s", &from, &to, &rights); err != nil || rights[0] != 'r' {
			continue
		}
		const piece = 4 << 20
		for at := from; at < to; at += piece - 7 {
			hay := make([]byte, min(piece, to-at))
			got, err := mem.ReadAt(hay, at) // what has no page behind it cannot be read
			read += int64(got)
			names = append(names, n.in(hay[:got])...)
			if err != nil {
				break
			}
		}
	}
	if read < 1<<20 {
		t.Fatalf("%d bytes of memory were read", read)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
