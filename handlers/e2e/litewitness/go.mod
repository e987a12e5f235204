module ostrakon/handlers/e2e/litewitness

go 1.26.0

tool (
	filippo.io/torchwood/cmd/litewitness
	github.com/letsencrypt/pebble/v2/cmd/pebble
)

require (
	filippo.io/torchwood v0.9.0 // litewitness, a witness of C2SP tlog-witness
	github.com/letsencrypt/challtestsrv v1.4.2 // a DNS, by which pebble finds the server
	golang.org/x/crypto v0.46.0 // an ssh-agent, which holds the key of litewitness
	zombiezen.com/go/sqlite v1.4.2 // its database, where the logs are entered that it cosigns
)

require (
	github.com/dustin/go-humanize v1.0.1 // indirect
	github.com/go-jose/go-jose/v4 v4.1.4 // indirect
	github.com/google/uuid v1.6.0 // indirect

	github.com/letsencrypt/pebble/v2 v2.10.1 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/miekg/dns v1.1.62 // indirect
	github.com/ncruces/go-strftime v0.1.9 // indirect
	github.com/remyoudompheng/bigfft v0.0.0-20230129092748-24d4a6f8daec // indirect
	golang.org/x/exp v0.0.0-20250408133849-7e4ce0ab07d0 // indirect
	golang.org/x/mod v0.31.0 // indirect
	golang.org/x/net v0.47.0 // indirect
	golang.org/x/sync v0.19.0 // indirect
	golang.org/x/sys v0.39.0 // indirect
	golang.org/x/text v0.32.0 // indirect
	golang.org/x/tools v0.39.0 // indirect
	modernc.org/libc v1.65.7 // indirect
	modernc.org/mathutil v1.7.1 // indirect
	modernc.org/memory v1.11.0 // indirect
	modernc.org/sqlite v1.37.1 // indirect
)
