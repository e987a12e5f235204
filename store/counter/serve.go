package counter

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"ostrakon/store/ballotbox"
	"ostrakon/store/frame"
	"ostrakon/store/sealing"
)

// head is a ballot box without its ballots.
type head struct {
	Manifest   []byte   `json:"manifest"`
	Checkpoint []byte   `json:"checkpoint"`
	Notices    []string `json:"notices"`
	Exports    int      `json:"exports"`
	Seal       []byte   `json:"seal"`  // of an election that was counted before
	Codes      []byte   `json:"codes"` // of this seal, one after the other

	PollBook *ballotbox.Hash    `json:"pollBook"`
	Handed   []ballotbox.Handed `json:"handed"`
	Papers   ballotbox.PapersIn `json:"papers"`
}

// readAhead is how much of the stream of ballots is read at once, in bytes.
const readAhead = 256 << 10

// Serve is the child's side of one count: it writes its public key to out, tries the shares or the sheet from in, opens
// and counts the ballots, and answers with the count or an error. Errors: those of in and out, ctx.Err(), and what a
// frame told the parent; nil if in ends before enough was given.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	c := &child{in: bufio.NewReaderSize(in, readAhead), out: out}
	count, err := c.serve(ctx)
	switch {
	case errors.Is(err, errHungUp):
		return nil
	case err != nil:
		place := slices.IndexFunc(failures(), func(known error) bool { return errors.Is(err, known) })
		if place < 0 {
			place = len(failures()) - 1
		}
		return errors.Join(err, frame.Write(out, kindFailed, []byte{byte(place)}))
	}
	return frame.Write(out, kindCount, count)
}

// errHungUp means that the parent ended the conversation while the child waited for holders.
var errHungUp = errors.New("the parent hung up")

// child is the state of a count.
type child struct {
	in       *bufio.Reader
	out      io.Writer
	key      *sealing.Secret // what the shares and the sheet are sealed to
	manifest *ballotbox.Manifest
	cast     ballotbox.Checkpoint
	size     int                     // ballots in the box
	secrets  map[int]*sealing.Secret // the server's own
	shares   map[int][]byte          // by the numbers of their holders
}

func (c *child) serve(ctx context.Context) ([]byte, error) {
	box, err := c.readBox()
	if err != nil {
		return nil, err
	}
	c.key, c.secrets, c.shares = sealing.NewSecret(), make(map[int]*sealing.Secret), make(map[int][]byte)
	if err := frame.Write(c.out, kindKey, c.key.PublicKey()); err != nil {
		return nil, err
	}
	kind, size := giftOf(c.manifest, c.size)
	try := c.trySheet
	if kind == kindShares {
		try = c.tryShares
	}
	for len(c.secrets)+len(c.shares) < c.manifest.Threshold {
		sealed, err := expect(c.in, kind, size)
		if errors.Is(err, io.EOF) {
			return nil, errHungUp
		}
		if err != nil {
			return nil, err
		}
		if err := frame.Write(c.out, kindAnswer, []byte{byte(try(sealed))}); err != nil {
			return nil, err
		}
	}
	begin, err := expect(c.in, kindBegin, numberLen)
	if err != nil || len(begin) != numberLen {
		return nil, fmt.Errorf("%w: no time: %w", frame.ErrGarbled, err)
	}
	return c.count(ctx, box, time.UnixMilli(int64(binary.BigEndian.Uint64(begin))).UTC())
}

// readBox reads the box without its ballots.
func (c *child) readBox() (*ballotbox.Box, error) {
	raw, err := expect(c.in, kindHead, maxHead)
	if err != nil {
		return nil, err
	}
	var h head
	if err := json.Unmarshal(raw, &h); err != nil {
		return nil, fmt.Errorf("%w: %w", frame.ErrGarbled, err)
	}
	box := &ballotbox.Box{Manifest: h.Manifest, Checkpoint: h.Checkpoint, Notices: h.Notices, Exports: h.Exports,
		Seal: h.Seal, PollBook: h.PollBook, Handed: h.Handed, Papers: h.Papers, Ballots: c.ballots}
	for code := range slices.Chunk(h.Codes, sealing.CodeSize) {
		if len(code) != sealing.CodeSize {
			return nil, frame.ErrGarbled
		}
		box.Codes = append(box.Codes, sealing.Code(code))
	}
	if c.manifest, c.cast, err = readHead(box); err == nil {
		c.size = sizeOf(box, c.cast)
	}
	return box, err
}

// readHead reads the manifest and the checkpoint of a box. Errors: ErrBox.
func readHead(box *ballotbox.Box) (*ballotbox.Manifest, ballotbox.Checkpoint, error) {
	m, err := ballotbox.ParseManifest(box.Manifest)
	if err != nil {
		return nil, ballotbox.Checkpoint{}, fmt.Errorf("%w: %w", ErrBox, err)
	}
	cast, err := m.OpenCheckpoint(box.Checkpoint)
	if err == nil && (sizeOf(box, cast) < 0 || cast.Size > ballotbox.MaxElectorate+1) {
		err = fmt.Errorf("a log of %d leaves", cast.Size)
	}
	if err != nil {
		return nil, cast, fmt.Errorf("%w: %w", ErrBox, err)
	}
	return m, cast, nil
}

// sizeOf is how many ballots a box has: the log has the manifest and the papers that were handed out, too.
func sizeOf(box *ballotbox.Box, cast ballotbox.Checkpoint) int {
	return int(cast.Size) - 1 - len(box.Handed)
}

// trySheet keeps the server's secret and returns its number, or 0 if it is another.
func (c *child) trySheet(sealed []byte) int {
	raw, err := c.key.OpenFrom(infoOf(c.manifest.ElectionID), sealed)
	if err != nil {
		return 0
	}
	secret, err := sealing.ParseSecret(raw)
	if err != nil {
		return 0
	}
	public, signing := secret.PublicKey(), secret.SigningKey()
	number := 1 + slices.IndexFunc(c.manifest.Holders, func(h ballotbox.Holder) bool {
		return bytes.Equal(h.PublicKey, public) && bytes.Equal(h.SigningKey, signing)
	})
	if number > 0 {
		c.secrets[number] = secret
	}
	return number
}

// tryShares keeps the shares of a holder and returns their number, or 0 if that holder did not sign them for this box
// and this count.
func (c *child) tryShares(sealed []byte) int {
	raw, err := c.key.OpenFrom(infoOf(c.manifest.ElectionID), sealed)
	if err != nil || len(raw) < sharesHead {
		return 0
	}
	number, signature, shares := int(raw[0]), raw[1:sharesHead], raw[sharesHead:]
	if number < 1 || number > len(c.manifest.Holders) {
		return 0
	}
	signed := signedShares(c.key.PublicKey(), c.manifest.ElectionID, c.cast, shares)
	if !ed25519.Verify(c.manifest.Holders[number-1].SigningKey, signed, signature) {
		return 0
	}
	c.shares[number] = shares
	return number
}

// ballots reads the stream of ballots.
func (c *child) ballots(yield func(ballotbox.Ballot, error) bool) {
	for {
		b, err := c.readBallot()
		if errors.Is(err, io.EOF) {
			return
		}
		if !yield(b, err) || err != nil {
			return
		}
	}
}

// readBallot reads a ballot; io.EOF means that there are no more.
func (c *child) readBallot() (b ballotbox.Ballot, err error) {
	raw, err := expect(c.in, kindBallot, ballotbox.BallotHead+c.manifest.SealedSize)
	switch {
	case err != nil: // includes a closed pipe: a complete box ends with an empty frame
		return b, fmt.Errorf("%w: %v", ErrBox, err)
	case len(raw) == 0:
		return b, io.EOF
	}
	b, ok := ballotbox.ParseBallot(raw)
	if !ok {
		return b, fmt.Errorf("%w: a ballot is cut short", ErrBox)
	}
	return b, nil
}

// count opens and counts the ballots, and says how far it is.
func (c *child) count(ctx context.Context, box *ballotbox.Box, at time.Time) ([]byte, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	told, most := 0, c.size
	progress := func(opened int) {
		if opened != most && opened-told < max(1, most/progressSteps) {
			return
		}
		told = opened
		if err := frame.Write(c.out, kindProgress, binary.BigEndian.AppendUint64(nil, uint64(opened))); err != nil {
			cancel(err)
		}
	}
	var counted *ballotbox.Count
	var err error
	if len(c.shares) > 0 {
		counted, err = box.CountShares(ctx, c.shares, at, progress)
	} else {
		counted, err = box.Count(ctx, c.secrets, ballotbox.CountedByServer, at, progress)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBox, err)
	}
	if len(counted.Proof) > 0 { // apart, since it may be large
		if err := frame.Write(c.out, kindProof, counted.Proof); err != nil {
			return nil, err
		}
		counted.Proof = nil
	}
	var zipped bytes.Buffer
	err = counted.Write(&zipped)
	return zipped.Bytes(), err
}

// progressSteps is how often a count says how far it is.
const progressSteps = 200
