// Command packaging makes what people install: archives for five systems, packages for Debian, and
// SHA256SUMS. Run it at the top of a clone in which everything is committed:
//
//	go run ./packaging -out DIRECTORY
//
// The version is that of the tag, as Go stamps it, and all times are the commit's. The same commit
// and the same version of Go make the same bytes, in any directory and on any machine.
//
//	main.go            the flags, and the files made for each target
//	build.go           go build for a target; version and time from what Go stamped
//	content.go         the files that are packed
//	archive.go         tar.gz and zip
//	deb.go             packages for Debian: runs nfpm, a tool of another project
//	nfpm.yaml          what a package for Debian contains
//	ostrakon.service   the unit for systemd
//	ostrakon.default   its configuration, /etc/default/ostrakon
//	Dockerfile         an image that has the program and nothing else
//	install            installs a package in a new Debian, and uses it there
//	debian             what dpkg runs, and the warnings of lintian that do not apply
package main
