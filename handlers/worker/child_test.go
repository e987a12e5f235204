package worker

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"ostrakon/store/frame"
)

// asChild is the argument that makes the test program a child; what follows it
// is the child's kind.
const asChild = "run-as-ocr-child"

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == asChild {
		runChild(os.Args[2])
		syscall.Exit(0) // with the race detector os.Exit takes a second
	}
	os.Exit(m.Run())
}

// command runs the test program as a child of a kind.
func command(kind string) []string { return []string{os.Args[0], asChild, kind} }

// runChild is a child of a kind: an ordinary one does what the photograph
// says, the others do wrong before that.
func runChild(kind string) {
	if dir, ok := strings.CutPrefix(kind, "files:"); ok {
		if err := Isolate(Needs{Files: dir}); err != nil {
			panic(err)
		}
	}
	switch kind {
	case "confined", "isolated":
		err := Confine(MemoryLimit)
		if err == nil && kind == "isolated" {
			err = Isolate(Needs{})
		}
		if err != nil {
			panic(err)
		}
	case "mute":
		select {}
	case "dead":
		os.Exit(3)
	case "rude":
		os.Stdout.WriteString("HTTP/1.1 200 OK\r\n")
		select {}
	}
	if err := Serve(context.Background(), os.Stdin, os.Stdout, obey); err != nil {
		os.Exit(1)
	}
}

// told is what an obedient child answers.
type told struct {
	Said    string
	Process int
	Env     []string
}

// work is how much CPU time the order "work" takes.
const work = 200 * time.Millisecond

// secret must not get out of a child.
const secret = "LINDQVIST"

// obey does what stands behind the photograph's last byte.
func obey(ctx context.Context, photograph []byte) (any, error) {
	order := string(photograph[len(onePixel):])
	if answer, known, err := obeyHere(order); known {
		return answer, err
	}
	switch order {
	case "hang":
		select {}
	case "work":
		for until := Spent() + work; Spent() < until; {
		}
	case "spin":
		for ctx.Err() == nil {
		}
	case "panic":
		panic(secret)
	case "exit":
		os.Exit(0)
	case "die":
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		select {}
	case "eat":
		eat()
	case "say garbage":
		os.Stdout.WriteString(secret)
		select {}
	case "say no JSON":
		_ = frame.Write(os.Stdout, kindAnswer, []byte(secret))
		select {}
	case "say too much":
		_ = frame.Write(os.Stdout, kindAnswer, make([]byte, maxAnswer+1))
		select {}
	case "say half":
		os.Stdout.Write([]byte{kindAnswer, 0, 0, 0, 2, '{'})
		select {}
	case "answer too much":
		return make([]int, maxAnswer), nil
	case "fail":
		return nil, errors.New(secret)
	case "leave a process behind":
		left := exec.Command(os.Args[0], asChild, "mute")
		left.Stdout = os.Stdout
		return nil, left.Start()
	}
	return told{Said: order, Process: os.Getpid(), Env: os.Environ()}, nil
}

// eat takes memory until there is none.
func eat() {
	var eaten [][]byte
	for {
		meal := make([]byte, 16<<20)
		for i := 0; i < len(meal); i += 4096 {
			meal[i] = 1
		}
		eaten = append(eaten, meal)
		if len(eaten) > 256 { // 4 GB: nothing bounds the process, and the machine should live
			panic("it was given everything")
		}
	}
}

// onePixel is the header of a PNG of one grey pixel: all that the checks before
// the queue look at.
const onePixel = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" +
	"\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00\x3a\x7e\x9b\x55"

// photograph is one that makes a child do something.
func photograph(order string) []byte { return []byte(onePixel + order) }

// shoot kills a child from outside.
func shoot(t *testing.T, c *Child) {
	t.Helper()
	p, err := os.FindProcess(c.process.PID())
	if err == nil {
		err = p.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// What a child leaves running goes with it: the pipe, which both hold, ends.
func TestNothingOutlivesAChild(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Log("Windows has no process groups to kill")
		return
	}
	c := must(start(command(""), false))(t)
	noError(t, c.greet())
	if answer, err := c.read(photograph("leave a process behind")); err != nil || string(answer) != "null" {
		t.Fatalf("%s, %v", answer, err)
	}
	shoot(t, c)
	if rest, err := io.ReadAll(c.process.Out); err != nil || len(rest) > 0 {
		t.Errorf("the pipe ends with %q, %v", rest, err)
	}
	c.kill(false)
}
