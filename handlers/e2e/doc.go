// Package e2e tests the ostrakon program as its users meet it: built, started as a process, used over HTTP, and killed.
//
//	testdata/*.txtar    walks with curl, one scenario a file
//	documents_test.go   every command of the README and of docs/, and their links
//	threats_test.go     every promise of the README has its test
//	security_test.go    every requirement of docs/security.md has its test or its reason
//	kill_test.go        SIGKILL under voting load
//	kill_close_test.go  SIGKILL in every part of the close
//	kill_paper_test.go  SIGKILL while printed papers are typed
//	kill_office_test.go  SIGKILL while administrators and members work: hands, nominations, links, groups, poll books
//	power_linux_test.go  power cuts in a recorded run: what may be left of the disk; power_disk_… is the disk
//	count_shares_linux_test.go  a count by shares, and what is in the memory of the server after it
//	overload_test.go    idle connections, bodies that never end, a hall that signs in at once
//	flood_test.go       votes while strangers hold connections and requests; proxy_test.go has it behind proxies
//	soak_linux_test.go  everything at once for long, while the server is killed and its disk fills up
//	servertest/         starts the program, for these tests and those in a browser
//	prove_test.go       what every receipt must prove after it
package e2e
