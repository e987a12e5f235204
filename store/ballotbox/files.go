package ballotbox

import _ "embed"

// What people need to check a bundle without this program, as the board hands it out.
var (
	//go:embed verify.py
	VerifyPy string // the verifier in plain Python

	//go:embed BUNDLE.md
	BundleMD string // the format of a bundle
)
