package refusal

// The operations by which a member changes their own nomination.
var ownNomination = []string{"stand", "standDown", "uploadNominationPhoto", "deleteNominationPhoto"}

// Problems of nominations.
var (
	NotMember = problem("not_member", 403, "The account belongs to nobody on the electoral roll.",
		"Only people on the electoral roll can be nominated and propose others. Ask the people who run your elections.").
		from(append([]string{"listCalls", "getOwnNominationPhoto", "propose"}, ownNomination...)...)
	NominationsOver = problem("nominations_over", 400,
		"Nominations have ended, because their time has passed or the election is no longer in DRAFT.",
		"Nominations are over.").naming("until").from(append([]string{"propose", "closeNominations"},
		ownNomination...)...)
	NoNominations = problem("no_nominations", 400, "The question is a motion, or has lists.",
		"Nobody can be nominated for a motion, or for a question with lists.").from("openNominations", "makeCandidates")
	NominationsFull = problem("nominations_full", 400, "A question takes no more nominations than it takes candidates.",
		"There are {max} nominations already, and no more can be made. Ask the people who run your elections.").
		from("stand", "propose")
	TooManyProposals = problem("too_many_proposals", 400, "A member can propose only so many people for a question.",
		"You have proposed {max} people already, which is the most.").from("propose")
	NominationListed = problem("nomination_listed", 400, "The nomination has become a candidate of the question.",
		"You are on the list of candidates already. Ask the people who run your elections to change what it says of you.").
		from("stand", "uploadNominationPhoto", "deleteNominationPhoto")
	NominationState = problem("nomination_state", 400,
		"The state of the nomination does not allow this: only a person who stands can be admitted, nobody who has declined "+
			"or withdrawn can be refused, and the person of a nomination is found once.",
		"The nomination is no longer as you saw it, or the person has not accepted it. Look at the list again.").
		naming("state").from("decideNomination", "findNominee")
)
