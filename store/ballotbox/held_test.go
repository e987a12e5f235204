package ballotbox

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"ostrakon/store/ballotbox/proof"
	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

// held is an election that was held: its bundle, and what its voters and onlookers keep.
type held struct {
	signer      *Signer
	secrets     map[int]*sealing.Secret // of all holders
	manifest    *Manifest
	bundle      *Bundle
	receipts    []NamedReceipt    // one a ballot
	checkpoints []NamedCheckpoint // one an epoch
	opened      []Opened          // the papers in the box
	papers      PapersIn          // the printed papers in the urn

	committed map[Hash]proof.Ballot // with a proof: the valid papers, by the hash of what was sealed

	bring  Evidence // what goes to the verifier beside the bundle
	zipped []byte   // the bundle's file, when it is not as Write makes it
}

// must returns a value that cannot fail to be made.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// filled is n bytes of one value.
func filled(value byte, n int) []byte { return bytes.Repeat([]byte{value}, n) }

func idOf(name string) string {
	h := sha256.Sum256([]byte(name))
	const digits = "abcdefghijklmnopqrstuvwxyz234567"
	id := make([]byte, 26)
	for i := range id {
		id[i] = digits[h[i]%32]
	}
	id[25] = "aeimquy4"[h[25]%8]
	return string(id)
}

// awkward is text that a careless writer of JSON spoils.
const awkward = "B\u00f6ard \"2026\" <&> \\ / \u2028 \x01\t\n \x7f \U0001f5f3"

// question is a question with so many options, which need one mark or none.
func question(name string, method tally.Method, options int) Question {
	q := Question{ID: idOf("question " + name), Title: name + awkward,
		QuestionRules: QuestionRules{Method: method, Seats: 1, Max: 1, Evidence: EvidencePapers}}
	for i := range options {
		q.Options = append(q.Options, Option{ID: idOf(fmt.Sprint(name, " option ", i)),
			Name: fmt.Sprint("Candidate ", i, awkward), PhotoSHA256: Hash{byte(i)}.String()})
	}
	return q
}

// secret is that of a holder, the same each time.
func secret(number int) *sealing.Secret {
	return must(sealing.ParseSecret(filled(byte(20+number), sealing.SecretSize)))
}

// holders are so many holders, the first of whom has number 1.
func holders(names ...string) []Holder {
	var all []Holder
	for i, name := range names {
		all = append(all, holderFor(name, secret(i+1), keyIndex))
	}
	return all
}

// keyIndex is the number of the keys that elections have here.
const keyIndex = 7

// holderFor is a holder whose keys for one number are those of a secret.
func holderFor(name string, s *sealing.Secret, number int) Holder {
	keys := make([]sealing.Keys, sealing.Numbers)
	keys[number] = sealing.Keys{PublicKey: s.PublicKey(), SigningKey: s.SigningKey()}
	return NewHolder(name, keys, number)
}

// number is a number in a manifest.
func number(n int) *int { return &n }

// byServer puts the key into the custody of the server.
func byServer(m *Manifest) {
	h := holders(ServerHolder)[0]
	h.Root, h.Path = nil, nil
	m.Custody, m.Threshold, m.Holders, m.Number = CustodyServer, 1, []Holder{h}, nil
}

// witnessKey is the key of a witness, from 0, the same each time.
func witnessKey(n int) ed25519.PrivateKey { return ed25519.NewKeyFromSeed(filled(byte(40+n), 32)) }

// witness is a witness, from 0.
func witness(n int) Witness {
	return Witness{fmt.Sprintf("witness.example/w%d", n), witnessKey(n).Public().(ed25519.PublicKey)}
}

// watched names three witnesses, of whom two are needed.
func watched(m *Manifest) {
	m.Witnesses = &Witnesses{2, []Witness{witness(0), witness(1), witness(2)}}
}

// cosigned is the line of a witness under a note's text.
func cosigned(w Witness, key ed25519.PrivateKey, at uint64, text string) string {
	signed := fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", at, text)
	signature := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(nil, w.KeyHash()), at)
	return "— " + w.Name + " " + base64.StdEncoding.EncodeToString(append(signature, ed25519.Sign(key, signed)...)) + "\n"
}

// open starts an election with one plurality question of so many candidates, of whose three holders
// two open the ballots, unless the manifest is edited. All keys are the same each time.
func open(candidates int, edit func(*Manifest)) *held {
	h := &held{signer: must(NewSigner(filled(1, 32))), secrets: make(map[int]*sealing.Secret),
		committed: make(map[Hash]proof.Ballot), bundle: &Bundle{Notices: []string{}, Recounts: []string{}}}
	m := Manifest{
		ElectionID: idOf("election"), Title: awkward, TimeZone: "Europe/Paris", ClosesAt: "2026-05-01T18:00:00Z",
		Custody: CustodyHolders, Threshold: 2, Holders: holders("Ada "+awkward, "Grace", "Mary"), Number: number(keyIndex),
		Questions: []Question{question("chair", tally.Plurality, candidates)},
	}
	if edit != nil {
		edit(&m)
	}
	var err error
	if h.manifest, h.bundle.Manifest, err = NewManifest(m, h.signer); err != nil {
		panic(err)
	}
	for i := range h.manifest.Holders {
		h.secrets[i+1] = secret(i + 1)
	}
	return h
}

// hold holds an election in which each candidate gets so many votes.
func hold(votes ...int) *held { return holdWith(nil, votes...) }

// holdWith is hold with an edited manifest that still has one question of single marks.
func holdWith(edit func(*Manifest), votes ...int) *held {
	h := open(len(votes), edit)
	h.cast(votesFor(votes...)...)
	return h
}

// votesFor are papers of one question with so many votes for each candidate.
func votesFor(votes ...int) []Opened {
	var papers []Opened
	for round := range slices.Max(votes) {
		for i, n := range votes {
			if round < n {
				papers = append(papers, paper(1, len(votes), i))
			}
		}
	}
	return papers
}

// paper of a class marks one of so many options.
func paper(class, options, marked int) Opened {
	marks := make([]byte, options)
	marks[marked] = 1
	return Opened{Marks: marks, Class: class}
}

// cast casts papers as the store does, with epochs of ten, counts and makes the bundle. Nothing is
// sealed: a bundle shows only the hash of what was. The randomness of devices is the same each time
// for an election's id, so that bundles share what was not changed in them: it is checked once.
func (h *held) cast(papers ...Opened) {
	voters := h.voters()
	for n, p := range papers {
		random := randomOf(h.manifest.ElectionID, n)
		pad, seed := sealing.Device(random)
		owner := idOf(fmt.Sprint("owner ", n))
		slip := voters(p.Class)
		if slip != nil {
			owner = string(slip.Public().(ed25519.PublicKey))
		}
		tag := sealing.TagOf(pad, owner)
		cast := Cast{p.Class, tag, SealedHash(seed[:]), h.commit(seed, tag, p)}
		h.bundle.Leaves = append(h.bundle.Leaves, cast)
		r := h.signer.Receipt(h.manifest.ElectionID, cast.Leaf(h.manifest.ElectionID))
		p.Code = seed.Code(cast.Tag)
		if n%2 == 1 { // the others bring only what the server answered
			r.Code, r.Pad, r.Owner = p.Code.String(), pad[:], owner
		}
		if slip != nil {
			stubPad := sealing.StubPad(random)
			stub := h.sign(slip, stubPad, cast.Leaf(h.manifest.ElectionID))
			h.bundle.Stubs = append(h.bundle.Stubs, stub)
			if n%2 == 1 {
				r.Owner, r.Line, r.StubPad = "", stub.Line, stubPad[:]
			}
		}
		if h.manifest.CheckMarks(p.Marks, p.Class) != nil {
			r.Code = ""
		}
		h.receipts = append(h.receipts, NamedReceipt{Name: fmt.Sprintf("r%d.json", n), Receipt: r})
		h.opened = append(h.opened, p)
	}
	slices.SortFunc(h.bundle.Stubs, func(a, b Stub) int { return a.Line - b.Line })
	for epoch := range slices.Chunk(h.bundle.Leaves, 10) {
		slices.SortFunc(epoch, func(a, b Cast) int { return bytes.Compare(a.Sealed[:], b.Sealed[:]) })
	}
	for n := 0; n < len(h.bundle.Leaves) || n == 0; n += 10 {
		h.checkpoints = append(h.checkpoints,
			NamedCheckpoint{fmt.Sprintf("c%d.txt", n+1), h.checkpointAt(n+1, h.signer.signNote)})
	}
	h.recount()
	h.reseal(h.signer.signNote)
}

// randomOf returns the random bytes that a device draws for a paper.
func randomOf(election string, n int) [32]byte {
	return sha256.Sum256(fmt.Append(nil, election, " device ", n))
}

// commit is the commitment of a paper. Where the count is proved it keeps what proves a valid paper, and one that is
// not valid has a commitment, too.
func (h *held) commit(seed sealing.Seed, tag sealing.Tag, p Opened) Hash {
	commitment := h.manifest.Commitment(seed, tag, p.Marks, p.Class)
	if h.manifest.Proof && commitment == (Hash{}) {
		return Hash{1}
	}
	if h.manifest.Proof {
		cells := h.manifest.cells(h.manifest.ProofForm(), p.Marks)
		h.committed[SealedHash(seed[:])] = proof.Ballot{Split: proof.Split(seed, tag), Cells: cells}
	}
	return commitment
}

// recount makes the counts, the codes, the result and the proof that the manifest and the papers give.
func (h *held) recount() {
	c := must(h.manifest.Count(h.bundle.Leaves, h.opened, h.papers))
	if err := h.prove(c); err != nil {
		panic(err)
	}
	h.bundle.Counts, h.bundle.Codes, h.bundle.Result = c.Counts, c.Codes, c.Raw
	h.bundle.Invalid, h.bundle.Proof = c.Invalid, append([]byte{}, c.Proof...) // as it is read
}

// prove proves counts, if the election has a proof and no backup was restored.
func (h *held) prove(c *Counted) error {
	notices, _ := h.manifest.checkNotices(h.bundle.Notices) // tests spoil them
	if !h.manifest.Proof || isRestored(notices) {
		return nil
	}
	var counted []committed
	for place, cast := range h.bundle.Leaves {
		if b, found := h.committed[cast.Sealed]; found {
			counted = append(counted, committed{proof.Ballot{Split: b.Split, Cells: slices.Clone(b.Cells)}, place})
		}
	}
	leaves := leavesOf(h.manifest.ElectionID, h.bundle.Leaves)
	return h.manifest.prove(c, h.bundle.Leaves, leaves, MerkleRoot(h.castLog()), counted)
}

// cancel ends the election without a count.
func (h *held) cancel(reason string) {
	signed := must(h.signer.Cancellation(h.manifest.ElectionID, h.manifest.hash, reason))
	b := h.bundle
	b.Notices, b.Seal, b.Counts, b.Codes, b.Result = append(b.Notices, string(signed)), []byte{}, []byte{}, nil, []byte{}
	b.Invalid, b.Proof = nil, []byte{}
	h.reseal(h.signer.signNote)
}

// signing signs a note's text under an origin.
type signing func(origin, text string) ([]byte, error)

// pretending signs with a wrong key and names the right one.
func pretending(public []byte) signing {
	return func(origin, text string) ([]byte, error) {
		wrong := ed25519.NewKeyFromSeed(filled(9, 32))
		return note.Sign(&note.Note{Text: text}, noteSigner{must(verifier(origin, public)), wrong})
	}
}

// log is the whole log, with its end if the bundle has one.
func (h *held) log() []Hash {
	log := h.castLog()
	if end := h.bundle.end(); len(end) > 0 {
		log = append(log, EndLeaf(NoteText(end)))
	}
	return log
}

// castLog is the log at the close.
func (h *held) castLog() []Hash {
	log, _ := h.manifest.castLog(leavesOf(h.manifest.ElectionID, h.bundle.Leaves), h.bundle.Handed)
	return log
}

// checkpointAt signs a checkpoint of the first leaves of the log.
func (h *held) checkpointAt(n int, sign signing) []byte {
	c := Checkpoint{int64(n), MerkleRoot(h.log()[:n])}
	return must(sign(h.manifest.origin(), c.text(h.manifest.origin())))
}

// seal is the seal that the parts of the bundle give.
func (h *held) seal() Seal {
	b := h.bundle
	log := h.castLog()
	cast := Checkpoint{int64(len(log)), MerkleRoot(log)}
	at := time.Date(2026, 5, 3, 19, 0, 0, 0, time.UTC)
	return NewSeal(h.manifest, cast, log[1:], &Counted{Raw: b.Result, Counts: b.Counts, Codes: b.Codes,
		Invalid: b.Invalid, Proof: b.Proof}, b.Notices, h.stubs(), 2, CountedByTable, at)
}

// stubs is the hash of the stubs, nil without a poll book.
func (h *held) stubs() *Hash {
	if h.manifest.PollBook == nil {
		return nil
	}
	hash := PollBookHash(h.bundle.Stubs)
	return &hash
}

// bySome are the secrets of some holders.
func (h *held) bySome(numbers ...int) map[int]*sealing.Secret {
	some := make(map[int]*sealing.Secret)
	for _, number := range numbers {
		some[number] = h.secrets[number]
	}
	return some
}

// enough are the secrets of as many holders as are needed, the last ones.
func (h *held) enough() map[int]*sealing.Secret {
	some := make(map[int]*sealing.Secret)
	for number := range h.secrets {
		if number > len(h.secrets)-h.manifest.Threshold {
			some[number] = h.secrets[number]
		}
	}
	return some
}

// signedBy is a seal's text signed by the installation and some holders.
func (h *held) signedBy(sign signing, text string, by map[int]*sealing.Secret) []byte {
	byHolders := must(h.manifest.signSeal(text, by))
	return append(must(sign(h.manifest.origin(), text)), byHolders[len(text)+1:]...)
}

// reseal makes the seal, if there is one, and the checkpoint that the other parts of the bundle give.
// Every witness cosigns.
func (h *held) reseal(sign signing) {
	if h.bundle.Seal == nil || len(h.bundle.Seal) > 0 {
		h.bundle.Seal = h.signedBy(sign, h.seal().text(), h.enough())
	}
	h.recheckpoint(sign)
}

// recheckpoint makes the checkpoint that the other parts of the bundle give.
func (h *held) recheckpoint(sign signing) {
	signed := h.checkpointAt(len(h.log()), sign)
	if h.manifest.Witnesses != nil {
		for n, w := range h.manifest.Witnesses.Keys {
			signed = append(signed, cosigned(w, witnessKey(n), 1_777_000_000, NoteText(signed))...)
		}
	}
	h.bundle.Checkpoint = signed
}

// office signs everything anew with the office's key after a change.
func office(change func(*held)) func(*held) {
	return func(h *held) {
		change(h)
		h.reseal(h.signer.signNote)
	}
}

// remanifest edits the manifest and writes it as it should be written.
func (h *held) remanifest(edit func(*Manifest)) {
	m := *h.manifest
	m.Questions, m.Holders = slices.Clone(m.Questions), slices.Clone(m.Holders)
	for i := range m.Questions {
		m.Questions[i].Options = slices.Clone(m.Questions[i].Options)
	}
	edit(&m)
	h.bundle.Manifest = must(canonical(m))
	m.hash = ManifestHash(h.bundle.Manifest)
	h.manifest = &m
}

// notice puts the end off.
func (h *held) notice(closesAt, reason string) {
	h.signNotice(Notice{ClosesAt: closesAt, Reason: reason})
}

// resumed goes on after a backup was restored.
func (h *held) resumed(backupAt, reason string) {
	h.signNotice(Notice{BackupAt: backupAt, Reason: reason})
}

func (h *held) signNotice(n Notice) {
	n.ElectionID, n.Manifest = h.manifest.ElectionID, h.manifest.hash
	h.bundle.Notices = append(h.bundle.Notices, string(must(h.signer.Notice(n))))
}

// bringAll brings all that voters, onlookers and the organisation kept.
func (h *held) bringAll() {
	h.bring = Evidence{Receipts: h.receipts, Checkpoints: h.checkpoints, SigningKey: Fingerprint(h.signer.Public())}
}

// file is the bundle as a file.
func (h *held) file() []byte {
	if h.zipped != nil {
		return h.zipped
	}
	var out bytes.Buffer
	if err := h.bundle.Write(&out); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func read(file []byte) (*Bundle, error) {
	return ReadBundle(bytes.NewReader(file), int64(len(file)))
}

// moreThan is a threshold.
func moreThan(n, d int, of tally.Basis) *tally.Threshold {
	return &tally.Threshold{More: []int{n, d}, Of: of}
}

// assembly holds a general assembly with every method, weights, blank and invalid papers, a quorum,
// an end that was moved, and witnesses.
func assembly(edits ...func(*Manifest)) *held {
	h := open(2, func(m *Manifest) {
		motion := question("statutes", tally.Motion, 3)
		motion.Min, motion.Threshold = 1, &tally.Threshold{Least: []int{3, 4}, Of: tally.OfElectorate}
		for i, name := range []string{"yes", "no", "abstain"} {
			motion.Options[i].Name = name
		}
		chair, block, approval := &m.Questions[0], question("committee", tally.Block, 4), question("day", tally.Approval, 3)
		chair.Threshold, chair.Min = moreThan(1, 2, tally.OfCast), 0
		block.Seats, block.Max, block.Draw = 2, 2, true
		approval.Max = 3
		irv, stv, open, schulze, star := question("speaker", tally.IRV, 3), question("board", tally.STV, 5),
			question("auditors", tally.STV, 3), question("place", tally.Schulze, 3), question("logo", tally.STAR, 3)
		for _, q := range []*Question{&irv, &stv, &open, &schulze, &star} {
			q.Max, q.Draw = len(q.Options), true
		}
		stv.Seats, open.Seats, open.Evidence = 2, 2, EvidenceStages
		m.Questions = append(m.Questions, motion, block, approval, irv, stv, open, schulze, star)
		m.Electorate = rollOf(12, 3)
		m.Quorum = &Quorum{Least: []int{1, 4}}
		watched(m)
		for _, edit := range edits {
			edit(m)
		}
	})
	var papers []Opened
	for n := range 14 {
		papers = append(papers, Opened{Marks: ballotOf(h.manifest, n), Class: 1 + n/11})
	}
	papers[5].Marks[0], papers[5].Marks[1] = 1, 1 // two marks for one chair
	h.notice("2026-05-02T18:00:00Z", "The lift is broken — “come tomorrow”")
	h.resumed("2026-04-30T09:15:00Z", "A disk broke")
	h.notice("2026-05-03T18:00:00Z", "x")
	h.cast(papers...)
	return h
}

// ballotOf is a valid paper, another for each n.
func ballotOf(m *Manifest, n int) []byte {
	var marks []byte
	for i, q := range m.Questions {
		part := make([]byte, len(q.Options))
		if q.Min > 0 || (n+i)%7 > 0 { // else blank
			for k := range part {
				switch q.Method {
				case tally.IRV, tally.STV, tally.Schulze:
					part[(k+n*i+n/2)%len(part)] = byte(k + 1)
				case tally.STAR:
					part[k] = byte(1 + (n+k*k)%6)
				default:
					if k == (n*n+i)%len(part) {
						part[k] = 1
					}
				}
			}
		}
		marks = append(marks, part...)
	}
	return marks
}

func TestAnHonestElectionIsReproducible(t *testing.T) {
	a := assembly()
	first := a.file()
	a.recount()
	a.reseal(a.signer.signNote)
	if !bytes.Equal(a.file(), first) {
		t.Error("the same papers give another bundle the second time")
	}
}
