package refusal

// Problems of the second fact that a slip or a link asks for.
var (
	SecondFactMissing = problem("second_fact_missing", 403,
		"The settings ask for a second fact with a slip or link, and the roll does not have it for this person; asked is "+
			"dateOfBirth or member.",
		"This slip or link also asks for your date of birth, and the electoral roll does not have it. Please ask the people "+
			"who run your elections.").naming("asked").from("signInByKey", "getPersonOfKey")
	BirthMissing  = SecondFactMissing.when(Facts{"asked": "dateOfBirth"}, SecondFactMissing.text)
	MemberMissing = SecondFactMissing.when(Facts{"asked": "member"},
		"This slip or link also asks for your member number, and the electoral roll does not have it. Please ask the people "+
			"who run your elections.")
	SecondFactWrong = problem("second_fact_wrong", 400,
		"What was given beside the member key is not what the roll has; left says how many wrong answers remain.",
		"This is not what the electoral roll has for this slip or link. Tries left: {left}.").about("").from("signInByKey")
	SecondFactLocked = problem("second_fact_locked", 403,
		"Too many wrong second facts were given; the key signs nobody in until an administrator allows more answers.",
		"What you entered with this slip or link was wrong too often, so it signs nobody in now. Please ask the people who "+
			"run your elections.").from("signInByKey", "getPersonOfKey")
)

// Problems of a signed link of the members' portal.
var (
	PortalUnset = problem("portal_unset", 400,
		"The settings take no links of a members' portal, or the secret that checks them is gone since a restore.",
		"This server takes no links of a members’ portal now. Please tell the people who run your elections.").
		from("signInByPortal", "testPortal")
	PortalMalformed = problem("portal_malformed", 400,
		"The token is not a complete JSON Web Token, is over 4,096 bytes, or has a critical header.",
		"This link is not complete. Go back to the members’ portal and open it from there again.").
		from("signInByPortal", "testPortal")
	PortalAlgorithm = problem("portal_algorithm", 401, "The header alg is not the algorithm of the settings.",
		"This link is signed in another way than this server expects. Please tell the people who run your elections.").
		from("signInByPortal", "testPortal")
	PortalSignature = problem("portal_signature", 401, "The signature is not by the key of the settings.",
		"This link was not signed by the members’ portal, or it was changed. Please tell the people who run your "+
			"elections.").from("signInByPortal", "testPortal")
	PortalClaim = problem("portal_claim", 400,
		"The token lacks a claim that it needs, or the claim has another form; claim is its name.",
		"This link does not say everything that it must: “{claim}” is missing or wrong. Please tell the people who run your "+
			"elections.").from("signInByPortal", "testPortal")
	PortalAudience = problem("portal_audience", 401, "The claim aud does not name this installation.",
		"This link is for another server. Please tell the people who run your elections.").
		from("signInByPortal", "testPortal")
	PortalExpired = problem("portal_expired", 401, "The time of the claim exp has passed.",
		"This link has expired. Go back to the members’ portal and open it from there again.").
		from("signInByPortal", "testPortal")
	PortalEarly = problem("portal_early", 401, "The time of the claim iat or nbf is more than a minute ahead.",
		"This link is not valid yet: the clock of the members’ portal is ahead. Please tell the people who run your "+
			"elections.").from("signInByPortal", "testPortal")
	PortalLong = problem("portal_long", 401,
		"The time of the claim exp is more than five minutes after now, or after that of the claim iat.",
		"This link would be valid for more than five minutes, which is not accepted. Please tell the people who run your "+
			"elections.").from("signInByPortal", "testPortal")
	PortalUsed = problem("portal_used", 401, "The link has signed somebody in already; a link of this jti works once.",
		"This link was already used. Go back to the members’ portal and open it from there again.").from("signInByPortal")
	PortalStranger = problem("portal_stranger", 403, "Nobody on the roll has the member reference of the claim sub.",
		"The members’ portal says that you are member {member}, and nobody on the electoral roll has this number. Please "+
			"ask the people who run your elections.").from("signInByPortal", "testPortal")
)

// Faults of the public key of a members' portal.
var (
	PortalNoKey = fault("portal_no_key",
		"Paste a public key of Ed25519: PEM, with the lines BEGIN and END, or a JSON Web Key.")
	PortalPrivateKey = fault("portal_private_key",
		"This is the private key, which must stay with the members’ portal. Paste the public key.")
)
