package web

import "testing"

func TestPageDerivesKeysOfSlips(t *testing.T) { runScript(t, "pollbook.js", nil) }
