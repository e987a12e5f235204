package web

import "testing"

// A server with too much work is asked again, a number of times at most, until somebody cancels.
func TestABusyServerIsAskedAgain(t *testing.T) { runScript(t, "insist.js", nil) }
