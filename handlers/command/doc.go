// Package command is what the subcommands of the program do. Each is a
// function that parses its flags, calls a package, and returns an error that
// tells the exit code.
//
//	app.go     what a command may use of the process; flags and their environment
//	serve.go   serve and demo
//	admin.go   admin create, healthcheck, version
//	backup.go  backup, restore, check
//	roll.go    roll import and roll export
//	key.go     key export and key import: recovery sheets
//	verify.go  the offline verifier
//	convert.go STL to glTF; convert_input.go and progress.go help it
//
//	ocrworker.go  ocr-worker: the process that reads photographs, hidden
package command
