// Package e2e tests the ostrakon program as its users meet it: built, started
// as a process, spoken to over HTTP, and killed.
//
//	testdata/*.txtar  walks with curl, one scenario a file
//	kill_test.go      SIGKILL under voting load
package e2e
