package listen

import (
	"net"
	"testing"

	"golang.org/x/sys/unix"
)

// The system holds little of an answer that a client has not taken, so that each piece moves while the client reads.
func TestTheSystemHoldsLittleOfAnAnswer(t *testing.T) {
	d, err := Open(Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	client, err := net.Dial("tcp", d.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	conn, err := d.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	raw, err := lineOf(conn).Conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var bound int
	if cerr := raw.Control(func(fd uintptr) {
		bound, err = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_NOTSENT_LOWAT)
	}); cerr != nil || err != nil || bound != maxUnsent {
		t.Errorf("the bound is %d, %v, %v", bound, cerr, err)
	}
}
