module ostrakon/ocr/train

go 1.26.0

require (
	golang.org/x/image v0.47.0 // fonts
	golang.org/x/text v0.43.0 // names in machine-readable zones
	ostrakon v0.0.0 // the networks and what cards say
)

require golang.org/x/sys v0.49.0 // indirect

replace ostrakon => ../..
