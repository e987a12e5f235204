package listen

import (
	"net"

	"golang.org/x/sys/unix"
)

// maxUnsent bounds the bytes of an answer that the system holds and has not sent yet.
const maxUnsent = 128 << 10

// boundUnsent bounds what the system holds unsent of a connection. Otherwise it takes megabytes, and then nothing until
// a third of them is sent: a slow client that reads all the time would seem to have stopped. A system that cannot do it
// does without.
func boundUnsent(conn net.Conn) {
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return
	}
	if raw, err := tcp.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) {
			_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_NOTSENT_LOWAT, maxUnsent)
		})
	}
}
