package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"ostrakon/store/ballotbox"
)

// What a witness reads at most of an answer, in bytes.
const (
	maxNote     = 64 << 10
	maxManifest = 8 << 20
	maxListPage = 4 << 20

	maxListPages = 1000
	answerTime   = 30 * time.Second
)

// boardClient asks the board of a server.
type boardClient struct {
	base   *url.URL
	client *http.Client
}

func newBoardClient(address string) (*boardClient, error) {
	base, err := url.Parse(address)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, fmt.Errorf("%q is not the address of a server, such as https://vote.example.org", address)
	}
	return &boardClient{base, &http.Client{Timeout: answerTime}}, nil
}

// statusError is an answer that is not 200.
type statusError struct {
	asked  string
	status int
	body   []byte
}

func (e *statusError) Error() string { return fmt.Sprintf("%s answers %d", e.asked, e.status) }

// ask sends a request and reads the answer, up to a limit in bytes. Errors: *statusError.
func (b *boardClient) ask(ctx context.Context, method string, to *url.URL, body []byte, limit int64) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, to.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "text/plain; charset=utf-8")
	}
	res, err := b.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(res.Body, limit+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(raw)) > limit:
		return nil, fmt.Errorf("%s answers more than %d bytes", to, limit)
	case res.StatusCode != http.StatusOK:
		return nil, &statusError{to.String(), res.StatusCode, raw}
	}
	return raw, nil
}

// election is the address of something about an election.
func (b *boardClient) election(id, what string) *url.URL {
	return b.base.JoinPath("api/board/elections", id, what)
}

// shownElection is an election in the list of the board.
type shownElection struct {
	ID                string          `json:"id"`
	ResultsCalculated bool            `json:"resultsCalculated"`
	Cancelled         json.RawMessage `json:"cancelled"`
}

// elections lists the elections of the board.
func (b *boardClient) elections(ctx context.Context) (all []shownElection, err error) {
	to := b.base.JoinPath("api/board/elections")
	query := url.Values{"limit": {"200"}}
	for range maxListPages {
		to.RawQuery = query.Encode()
		raw, err := b.ask(ctx, http.MethodGet, to, nil, maxListPage)
		if err != nil {
			return nil, err
		}
		var page struct {
			Items []shownElection `json:"items"`
			Next  string          `json:"next"`
		}
		if err := json.Unmarshal(raw, &page); err != nil {
			return nil, fmt.Errorf("list of elections: %w", err)
		}
		for _, e := range page.Items {
			if err := ballotbox.ParseID(e.ID); err != nil {
				return nil, fmt.Errorf("list of elections: %w", err)
			}
		}
		all = append(all, page.Items...)
		if page.Next == "" {
			return all, nil
		}
		query.Set("after", page.Next)
	}
	return nil, errors.New("the list of elections does not end")
}

// shown reads what the board shows of an election: its manifest, and then its newest checkpoint.
func (b *boardClient) shown(ctx context.Context, id string) (manifest, checkpoint []byte, err error) {
	if manifest, err = b.ask(ctx, http.MethodGet, b.election(id, "manifest"), nil, maxManifest); err != nil {
		return nil, nil, err
	}
	checkpoint, err = b.ask(ctx, http.MethodGet, b.election(id, "checkpoint"), nil, maxNote)
	return manifest, checkpoint, err
}

// consistency asks for the proof that a log only grew.
func (b *boardClient) consistency(ctx context.Context, id string, from, to int64) ([]string, error) {
	at := b.election(id, "consistency")
	at.RawQuery = fmt.Sprintf("from=%d&to=%d", from, to)
	raw, err := b.ask(ctx, http.MethodGet, at, nil, maxNote)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Proof []string `json:"proof"`
	}
	err = json.Unmarshal(raw, &answer)
	return answer.Proof, err
}

// submitTo cosigns with a C2SP witness (tlog-witness, add-checkpoint).
func submitTo(address string, board *boardClient) (cosigner, error) {
	other, err := newBoardClient(address)
	if err != nil {
		return nil, err
	}
	sizes := make(map[string]int64) // of the log, as the witness has it, by election
	return func(ctx context.Context, m *ballotbox.Manifest, checkpoint []byte, by []string) ([]byte, error) {
		if len(by) == len(m.Witnesses.Keys) {
			return nil, nil
		}
		c, err := m.OpenCheckpoint(checkpoint)
		if err != nil {
			return nil, err
		}
		for range 2 { // the first answer may be which size the witness has
			lines, err := other.addCheckpoint(ctx, board, m.ElectionID, sizes[m.ElectionID], c.Size, checkpoint)
			var refused *statusError
			if err == nil {
				sizes[m.ElectionID] = c.Size
				return append(bytes.Clone(checkpoint), lines...), nil
			}
			if !errors.As(err, &refused) {
				return nil, err
			}
			size, sizeErr := strconv.ParseInt(strings.TrimSpace(string(refused.body)), 10, 64)
			if refused.status != http.StatusConflict || sizeErr != nil || size < 1 || size > c.Size ||
				size == sizes[m.ElectionID] {
				return nil, refusal(m, refused)
			}
			sizes[m.ElectionID] = size
		}
		return nil, fmt.Errorf("the witness does not keep to one size of election %s", m.ElectionID)
	}, nil
}

// addCheckpoint asks a C2SP witness to cosign a checkpoint, with the proof that the log only grew
// since the size that the witness has, 0 for none. It returns the lines of the witness.
func (b *boardClient) addCheckpoint(ctx context.Context, board *boardClient, id string, from, to int64,
	checkpoint []byte) ([]byte, error) {
	body := fmt.Appendf(nil, "old %d\n", from)
	if from > 0 {
		proof, err := board.consistency(ctx, id, from, to)
		if err != nil {
			return nil, err
		}
		for _, hash := range proof {
			body = fmt.Appendln(body, hash)
		}
	}
	body = append(append(body, '\n'), checkpoint...)
	return b.ask(ctx, http.MethodPost, b.base.JoinPath("add-checkpoint"), body, maxNote)
}

// refusal returns why a C2SP witness does not cosign, as far as its answer tells.
func refusal(m *ballotbox.Manifest, refused *statusError) error {
	if refused.status != http.StatusNotFound {
		return refused
	}
	key, err := note.NewEd25519VerifierKey(ballotbox.OriginPrefix+m.ElectionID, m.SigningKey)
	return errors.Join(fmt.Errorf("the witness does not know the log of this election; its operator has to add the key %s",
		key), err)
}
