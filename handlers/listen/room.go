package listen

import (
	"errors"
	"fmt"
	"net"
)

// Room opens a door for the local network beside this one, which only its own machine reaches: on the next port or, if
// that is taken, on any free one. It has the certificate of this door. Where this one has none, it makes its own if
// encrypted says so. What LAN means for a door is true of it too.
func (d *Door) Room(encrypted bool) (*Door, error) {
	at, ok := d.Addr().(*net.TCPAddr)
	if !ok {
		return nil, errors.New("there is no door to open one beside")
	}
	ln, err := net.Listen("tcp", fmt.Sprintf(":%d", at.Port+1))
	if err != nil {
		ln, err = net.Listen("tcp", ":0")
	}
	if err != nil {
		return nil, err
	}
	second := *d
	second.listener, second.plain, second.options.LAN = ln, nil, true
	if d.config == nil && encrypted {
		second.options.Own = true
		if err := second.Ready(); err != nil {
			return nil, errors.Join(err, ln.Close())
		}
	}
	return &second, nil
}
