package tally

// ByPeople is the vote on a motion by people: each paper is one, whatever it weighs. So do owners decide by heads and
// by shares (Swiss Civil Code, article 712g).
type ByPeople struct {
	Votes  []int `json:"votes"`  // people who say yes, no and abstain
	Base   int   `json:"base"`   // people, of whom Rules.PeopleThreshold is a part
	Needed int   `json:"needed"` // people who have to say yes
	Met    bool  `json:"met"`    // as many say yes, and not as many no
}

// peopleOf counts the papers that mark each option; nil where no threshold asks for people.
func (r Rules) peopleOf(papers []Paper) []int {
	if r.PeopleThreshold == nil {
		return nil
	}
	people := make([]int, r.Options)
	for _, p := range papers {
		for i, m := range p.Marks {
			people[i] += int(m)
		}
	}
	return people
}

// checkPeople refuses people whose votes are not there, or who have none.
func checkPeople(e Evidence) error {
	for i, n := range e.People {
		if v := e.Votes[i]; n < 0 || n > v || n == 0 && v > 0 {
			return refuse("%d people with %d votes for %d", n, v, i+1)
		}
	}
	return nil
}

// byPeople is the vote by people; nil where no threshold asks for it.
func (r Rules) byPeople(e Evidence, b Base) *ByPeople {
	if r.PeopleThreshold == nil {
		return nil
	}
	yes, no := e.People[0], e.People[1]
	base := map[Basis]int{OfDecided: yes + no, OfCast: b.CastPeople, OfElectorate: b.ElectoratePeople}
	by := ByPeople{Votes: copied(e.People), Base: base[r.PeopleThreshold.Of]}
	by.Needed = r.PeopleThreshold.votes(by.Base)
	by.Met = yes >= by.Needed && yes != no
	return &by
}
