//go:build !linux

package listen

import "net"

// boundUnsent does nothing: only Linux is asked to.
func boundUnsent(net.Conn) {}
