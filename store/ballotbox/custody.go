package ballotbox

// Custody is who holds the key of an election. All code but its row below asks for traits.
type Custody string

// The custodies. With CustodyHolders, each holder draws a key, and a threshold of holders opens the ballots.
const (
	CustodyHolders Custody = "holders"
	CustodyServer  Custody = "server"
)

// ServerHolder is the name of the one holder where the server has the key.
const ServerHolder = "server"

// CustodyTraits are all that a custody differs in. web/static/lib/custody.js has the same rows.
type CustodyTraits struct {
	Custody Custody `json:"custody"`
	// people count with sheets, and open no ballot that they cannot seal again
	Sheets    bool `json:"sheets,omitempty"`
	ServerKey bool `json:"serverKey,omitempty"` // the server draws the key, is its one holder, and destroys it
	Seals     bool `json:"seals,omitempty"`     // the server seals the votes that come without a seal
	ByItself  bool `json:"byItself,omitempty"`  // the election may open and count without people
}

// Custodies returns the rows of all custodies, the recommended one first.
func Custodies() []CustodyTraits {
	return []CustodyTraits{
		{Custody: CustodyHolders, Sheets: true},
		{Custody: CustodyServer, ServerKey: true, Seals: true, ByItself: true},
	}
}

// Traits returns the row of the custody. A custody that does not exist has a row with Custody "".
func (c Custody) Traits() CustodyTraits {
	for _, t := range Custodies() {
		if t.Custody == c {
			return t
		}
	}
	return CustodyTraits{}
}
