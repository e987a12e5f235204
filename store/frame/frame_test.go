package frame

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestFrames(t *testing.T) {
	var pipe bytes.Buffer
	sent := []string{"", "a", strings.Repeat("b", joined), strings.Repeat("c", joined+1)}
	for i, payload := range sent {
		if err := Write(&pipe, byte('0'+i), []byte(payload)); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range sent {
		kind, payload, err := Read(&pipe, joined+1)
		if kind != byte('0'+i) || string(payload) != want || err != nil {
			t.Errorf("frame %d: kind %q, %d bytes, %v", i, kind, len(payload), err)
		}
	}
	if _, _, err := Read(&pipe, joined); !errors.Is(err, io.EOF) {
		t.Errorf("after the last frame: %v", err)
	}
}

func TestFramesThatAreNone(t *testing.T) {
	for name, c := range map[string]struct {
		sent string
		want error
	}{
		"cut in the header":  {"k\x00\x00", io.ErrUnexpectedEOF},
		"cut in the payload": {"k\x00\x00\x00\x02a", ErrGarbled},
		"over the limit":     {"k\x00\x00\x00\x09123456789", ErrGarbled},
		"a length of 4 GiB":  {"k\xff\xff\xff\xff", ErrGarbled},
	} {
		if _, _, err := Read(strings.NewReader(c.sent), 8); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
