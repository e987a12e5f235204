package demo

import "ostrakon/store/tally"

// organisation is the name of the organisation that runs the elections.
const organisation = "Riverside Makers’ Co-operative"

// timeZone is where the organisation is.
const timeZone = "Europe/London"

// AdminEmail is the address of the demo's administrator.
const AdminEmail = "admin@riverside.example"

// VoterEmail is the address of a voter who has not voted in the running election.
const VoterEmail = "ada.okafor@riverside.example"

// voters are invented people. The banner invites you to sign in as the first one.
func voters() []string {
	return []string{
		"Ada Okafor", "Benoît Lefèvre", "Chiara Romano", "Dmitri Volkov", "Elif Yılmaz", "Farid Rahimi", "Grace Mwangi",
		"Håkon Lie", "Ines Duarte", "Jun Takahashi", "Katarzyna Nowak", "Liam O'Connor", "Mei Chen", "Noor Haddad",
		"Oskar Lindqvist", "Priya Raman", "Quentin Dubois", "Rosa Jiménez", "Sefa Tuilagi", "Tomáš Dvořák", "Uma Pillai",
		"Viktor Horváth", "Wanjiru Kamau", "Ximena Rojas", "Yusuf Demir", "Zofia Wójcik", "Amara Diallo", "Bram de Vries",
		"Carmen Ortega", "Daniel Weiß", "Esther Cohen", "Finn Murphy", "Giulia Ferrari", "Hana Kim", "Ivo Petrov",
		"Jasmine Clarke", "Kofi Mensah", "Lotte Jansen", "Marek Kowalski", "Nadia Petrescu",
	}
}

type candidate struct {
	name, affiliation, description string
}

type question struct {
	title, text string
	method      tally.Method
	seats       int  // 0: the default of the method
	min         *int // nil: the default of the method
	threshold   *tally.Threshold
	groups      []string // who is asked; none: everybody
	last        bool     // the last candidate is nobody
	candidates  []candidate
}

type election struct {
	title, description string
	questions          []question
}

// threeQuarters is what a change of the statutes needs.
func threeQuarters() *tally.Threshold {
	return &tally.Threshold{Least: []int{3, 4}, Of: tally.OfDecided}
}

func lastAssembly() election {
	return election{
		title: "General assembly of last year", description: "The vote after our meeting in the wood workshop.",
		questions: []question{
			{
				title:  "Opening hours in the statutes",
				text:   "Shall article 4 say that the workshops are open to members at all hours?",
				method: tally.Motion, threshold: threeQuarters(),
			},
			{
				title: "Events committee", text: "Five people who run the repair evenings and the open day.", method: tally.Block,
				seats: 5,
				candidates: []candidate{
					{"Uma Pillai", "Print room", "Ran the open day for three years."},
					{"Bram de Vries", "Bicycle workshop", "Repairs anything with two wheels."},
					{"Carmen Ortega", "Textile corner", ""},
					{"Yusuf Demir", "Electronics lab", "Wants a repair evening every week."},
					{"Lotte Jansen", "Wood workshop", ""},
					{"Finn Murphy", "Metal workshop", "Brings the coffee machine."},
					{"Jasmine Clarke", "Print room", ""},
				},
			},
			{
				title: "Board", text: "Three members of the board, in proportion to your preferences.", method: tally.STV, seats: 3,
				candidates: []candidate{
					{"Grace Mwangi", "Wood workshop",
						"Eight years a member. Wants shorter meetings, decisions written down, and minutes within a week."},
					{"Liam O'Connor", "Electronics lab",
						"Ran the repair evenings. Wants opening hours that suit people who work shifts."},
					{"Mei Chen", "Print room", "Keeps our books. Wants a reserve of three months' rent before we buy another " +
						"machine."},
					{"Viktor Horváth", "Metal workshop", "Wants a second welding bay."},
					{"Hana Kim", "Textile corner", "Wants a crèche during the meetings."},
				},
			},
		},
	}
}

func assembly() election {
	return election{
		title:       "General assembly",
		description: "Four decisions on one ballot paper. You can leave each but the first blank.",
		questions: []question{
			{
				title: "Change of the statutes",
				text: "Shall article 7 allow the assembly to decide by a ballot such as this one? It needs three quarters of " +
					"the votes for yes or no.", method: tally.Motion, threshold: threeQuarters(),
			},
			{
				title: "Workshop committee", text: "Five people who decide what we buy and who looks after it.",
				method: tally.Block, seats: 5,
				candidates: []candidate{
					{"Oskar Lindqvist", "For a laser cutter",
						"A 60 W laser cutter with extraction. Cuts plywood and acrylic, opens the space to model makers."},
					{"Priya Raman", "For four sewing machines",
						"Four sturdy sewing machines and an overlocker: the waiting list for the textile corner is the longest we have."},
					{"Rosa Jiménez", "For a kiln",
						"A small front-loading kiln. Our potters now carry their work across town to be fired."},
					{"Tomáš Dvořák", "For a resin printer",
						"A resin printer with washing station, for the fine parts that our filament printers cannot make."},
					{"Wanjiru Kamau", "Electronics lab", "Wants the old oscilloscopes repaired before we buy new ones."},
					{"Daniel Weiß", "Wood workshop", ""},
					{"Giulia Ferrari", "Print room", "Keeps the list of who may use which machine."},
					{"Marek Kowalski", "Metal workshop", ""},
				},
			},
			{
				title: "Board", text: "Three members of the board, in proportion to your preferences: 1 for the person you " +
					"like best.", method: tally.STV, seats: 3,
				candidates: []candidate{
					{"Noor Haddad", "Textile corner", "Wants one meeting in four to be online."},
					{"Sefa Tuilagi", "Wood workshop", "Wants a lift to the first floor."},
					{"Ines Duarte", "Electronics lab", "Wants courses for beginners on Saturdays."},
					{"Quentin Dubois", "Print room", "Treasurer for five years. Wants the rent fixed for ten."},
					{"Zofia Wójcik", "Metal workshop", ""},
					{"Kofi Mensah", "Wood workshop", "Trained first-aider, every Tuesday and Thursday on site."},
				},
			},
			{
				title:  "Which trophy shall we print?",
				text:   "For the winners of the soapbox race. We print one in bronze filament for each class.",
				method: tally.Plurality, min: new(0),
				candidates: []candidate{
					{"Twisted vase", "Designed by Hana Kim", "Holds flowers when it is printed hollow."},
					{"Cog and spindle", "Designed by Viktor Horváth", "The teeth fit those of the real cogs on our cars."},
					{"Flame", "Designed by Amara Diallo", "Prints without supports."},
				},
			},
		},
	}
}

func safety() election {
	return election{
		title: "Safety officer", description: "Keeps the machine inductions going and the first-aid boxes filled.",
		questions: []question{{
			title: "Safety officer", method: tally.Plurality,
			candidates: []candidate{
				{"Katarzyna Nowak", "Metal workshop", "Welding instructor by trade."},
				{"Esther Cohen", "Print room", "Wrote the induction for the paper cutter."},
			},
		}},
	}
}
