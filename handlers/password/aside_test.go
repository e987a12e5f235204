package password

import (
	"bytes"
	"os"
	"testing"

	"ostrakon/handlers/worker"
)

// As a child, the test's program computes tags, ends at once, or answers with zeros.
func TestMain(m *testing.M) {
	if len(os.Args) != 2 {
		os.Exit(m.Run())
	}
	switch os.Args[1] {
	case "honest":
		_ = Serve(os.Stdin, os.Stdout)
	case "zeros":
		conn, err := worker.Accept(os.Stdin, os.Stdout)
		for err == nil {
			if _, _, err = conn.Receive(maxFrame); err == nil {
				err = conn.Send(kindTag, make([]byte, tagLen))
			}
		}
	case "short":
		conn, _ := worker.Accept(os.Stdin, os.Stdout)
		_, _, _ = conn.Receive(maxFrame)
		_ = conn.Send(kindTag, nil)
	default:
		os.Exit(m.Run())
	}
}

// While something is more urgent a child computes, and otherwise the Hasher, as it does when the child fails.
func TestAside(t *testing.T) {
	for _, c := range []struct {
		child         string
		urgent, zeros bool
	}{
		{"honest", true, false}, {"zeros", true, true}, {"zeros", false, false}, {"short", true, false},
		{"-test.run=^$", true, false}, // which ends at once
	} {
		h := NewHasher(cheap, 2, func() bool { return c.urgent })
		h.Aside = worker.New(worker.Options{Command: []string{os.Args[0], c.child}})
		r, err := parse(mustHash(t, h, "ten potsherds"))
		if err != nil || bytes.Equal(r.tag, make([]byte, tagLen)) != c.zeros {
			t.Errorf("%s, urgent %t: the tag is %x, %v", c.child, c.urgent, r.tag, err)
		}
		if !c.zeros {
			if ok, _, err := NewHasher(cheap, 1, nil).Verify(t.Context(), r.String(), "ten potsherds"); !ok || err != nil {
				t.Errorf("%s, urgent %t: Verify = %v, %v", c.child, c.urgent, ok, err)
			}
		}
		if err := h.Aside.Close(); err != nil {
			t.Error(err)
		}
	}
}
