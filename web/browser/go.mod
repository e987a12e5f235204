module ostrakon/web/browser

go 1.26.0

require ostrakon v0.0.0 // its SMTP server for tests, and its sentences of refusal

require (
	github.com/chromedp/cdproto v0.0.0-20260714215040-dc233986426f // the protocol of Chromium
	github.com/chromedp/chromedp v0.16.0 // drives Chromium
)

replace ostrakon => ../..

require (
	github.com/chromedp/sysutil v1.1.0 // indirect
	github.com/go-json-experiment/json v0.0.0-20260623181947-01eb4420fa68 // indirect
	github.com/gobwas/httphead v0.1.0 // indirect
	github.com/gobwas/pool v0.2.1 // indirect
	github.com/gobwas/ws v1.4.0 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)
