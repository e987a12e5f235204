package demo

// organisation is the name of the organisation that runs the elections.
const organisation = "Riverside Makers' Co-operative"

// AdminEmail is the address of the demo's administrator.
const AdminEmail = "admin@riverside.example"

// VoterEmail is the address of a voter who has not voted in the running election.
const VoterEmail = "ada.okafor@riverside.example"

// voters are invented people. The banner invites you to sign in as the first one.
func voters() []string {
	return []string{
		"Ada Okafor", "Benoît Lefèvre", "Chiara Romano", "Dmitri Volkov", "Elif Yılmaz", "Farid Rahimi", "Grace Mwangi", "Håkon Lie",
		"Ines Duarte", "Jun Takahashi", "Katarzyna Nowak", "Liam O'Connor", "Mei Chen", "Noor Haddad", "Oskar Lindqvist", "Priya Raman",
		"Quentin Dubois", "Rosa Jiménez", "Sefa Tuilagi", "Tomáš Dvořák", "Uma Pillai", "Viktor Horváth", "Wanjiru Kamau", "Ximena Rojas",
		"Yusuf Demir", "Zofia Wójcik", "Amara Diallo", "Bram de Vries", "Carmen Ortega", "Daniel Weiß", "Esther Cohen", "Finn Murphy",
		"Giulia Ferrari", "Hana Kim", "Ivo Petrov", "Jasmine Clarke", "Kofi Mensah", "Lotte Jansen", "Marek Kowalski", "Nadia Petrescu",
	}
}

type candidate struct {
	name, affiliation, description string
}

type election struct {
	title, description string
	shuffle            bool
	candidates         []candidate
}

func chair() election {
	return election{
		title:       "Chair of the co-operative",
		description: "Who chairs our meetings and speaks for us for the coming year.",
		candidates: []candidate{
			{"Grace Mwangi", "Wood workshop", "Eight years a member. Wants shorter meetings, decisions written down, and minutes within a week."},
			{"Liam O'Connor", "Electronics lab", "Ran the repair evenings. Wants opening hours that suit people who work shifts."},
			{"Mei Chen", "Print room", "Keeps our books. Wants a reserve of three months' rent before we buy another machine."},
		},
	}
}

func purchase() election {
	return election{
		title:       "What we buy next",
		description: "The workshop fund stands at 4,200. One purchase this season; the members in charge speak for each.",
		shuffle:     true,
		candidates: []candidate{
			{"Oskar Lindqvist", "For a laser cutter", "A 60 W laser cutter with extraction. Cuts plywood and acrylic, opens the space to model makers."},
			{"Priya Raman", "For four sewing machines", "Four sturdy sewing machines and an overlocker: the waiting list for the textile corner is the longest we have."},
			{"Rosa Jiménez", "For a kiln", "A small front-loading kiln. Our potters now carry their work across town to be fired."},
			{"Tomáš Dvořák", "For a resin printer", "A resin printer with washing station, for the fine parts that our filament printers cannot make."},
		},
	}
}

func safety() election {
	return election{
		title:       "Safety officer",
		description: "Keeps the machine inductions going and the first-aid boxes filled.",
		candidates: []candidate{
			{"Katarzyna Nowak", "Metal workshop", "Welding instructor by trade."},
			{"Kofi Mensah", "Wood workshop", "Trained first-aider, every Tuesday and Thursday on site."},
		},
	}
}
