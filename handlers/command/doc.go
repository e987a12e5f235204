// Package command has the commands of the program. Each is a function that parses its flags,
// calls a package, and returns an error that decides the exit code.
//
//	commands.go   the table of all commands, and what a command line runs
//	help.go       the general help
//	manual.go     the page for man(1)
//	completion.go completion, which prints what a shell completes commands with
//	app.go        what a command may use of the process; flags
//	settings.go   flags that the environment or the file of settings sets
//	memory_*.go   keeps the memory of a process from others
//	space_*.go    measures disks
//	serve.go      serve
//	door.go       the flags and the banner of where serve and demo are reached
//	qr.go         QR codes in characters
//	demo.go       demo
//	admin.go      admin create, healthcheck, version, licences
//	backup.go     backup, restore, check
//	stats.go      stats
//	roll.go       roll import and roll export
//	slips.go      slips: the slips of a poll book, which need no server
//	key.go        key new, key export and key import: sheets
//	count.go      count, which needs no server, and count-worker, which the server starts
//	seal.go       seal and audit-seal, which need no server either
//	verify.go     verify, which needs no server; credentials.go compares a poll book with the registrar's file
//	dispute.go    what seal -keep keeps, and verify -dispute makes of it
//	witness.go    witness, which watches the board of a server from another computer; witnessboard.go asks
//	              the board, and other witnesses
//	pages.go      pages, which compares what a server serves with this binary
//	tally.go      tally, which needs no server either; tallyreport.go, tallylists.go and tallyquotas.go print its result
//	convert.go    convert; progress.go shows how far it is
//	inspect.go    inspect, which reports on solids
//	cards.go      read-card, and the flags of the reader of cards
//	words.go      words export, import and mark: languages of the source, for translators
//	*worker.go    ocr-worker, convert-worker and hash-worker, which the server starts to read photos, to convert, and to
//	              hash passwords; they are not in the help
package command
