package audit

import "cmp"

// Kind tells the kinds of actor apart.
type Kind string

// The kinds of actor.
const (
	User    Kind = "user"    // a signed-in person
	System  Kind = "system"  // the server itself, by the clock
	Command Kind = "command" // someone at the command line of the machine
	Holder  Kind = "holder"  // the holder of a key, by an invitation
)

// Actor is who did something. ID is set for User only.
type Actor struct {
	Kind Kind   `json:"kind"`
	ID   string `json:"id,omitempty"`
}

// ByUser returns the actor for a signed-in person.
func ByUser[ID ~string](id ID) Actor { return Actor{Kind: User, ID: string(id)} }

// BySystem returns the actor for what the server does by itself.
func BySystem() Actor { return Actor{Kind: System} }

// ByCommand returns the actor for someone at the command line.
func ByCommand() Actor { return Actor{Kind: Command} }

// name returns the id of a person, or the kind of another actor.
func (a Actor) name() string { return cmp.Or(a.ID, string(a.Kind)) }

// Subject is what an action changed.
type Subject struct {
	Kind string `json:"kind"` // election, candidate, nomination, hands, user, roll or installation
	ID   string `json:"id,omitempty"`
}

// Installation returns the subject of actions on the whole installation.
func Installation() Subject { return Subject{Kind: "installation"} }
