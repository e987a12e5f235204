package refusal

// The operations by which people sign in with the provider of their organisation, after it has sent them back.
var byProvider = []string{"signInByProvider", "bindProvider"}

// Problems of signing in with a provider.
var (
	ProviderNotSet = problem("provider_not_set", 400, "No provider is set.",
		"People cannot sign in with a provider here.").from(append([]string{"beginProvider", "testProvider"},
		byProvider...)...)
	ProviderUnreachable = problem("provider_unreachable", 400,
		"The provider does not answer, or with something else than OpenID Connect asks for.",
		"{name} does not answer. Try again in a moment, or sign in with your slip or link.").naming("name").from(
		append([]string{"beginProvider"}, byProvider...)...)
	ProviderRefused = problem("provider_refused", 400,
		"The provider refused the client, its secret or its callback; reason is the error that it gave.",
		"{name} does not accept this server ({reason}). Please tell the people who run your elections.").naming(
		"name", "reason").from(byProvider...)
	SignInSpent = problem("sign_in_spent", 401, "The state or the code was used before, or the code has expired.",
		"This sign-in was used already. Press the button again.").from(byProvider...)
	SignInStale = problem("sign_in_stale", 401,
		"The flow is none of this server, has expired, or belongs to another state.",
		"This sign-in took too long, or began in another browser. Press the button again.").from(byProvider...)
	ProviderUntrusted = problem("provider_untrusted", 401,
		"The ID token has a wrong signature, issuer or nonce, or there is none.",
		"What {name} sent does not prove who you are. Please tell the people who run your elections.").naming("name").
		from(byProvider...)
	ProviderAudience = problem("provider_audience", 401, "The ID token is for another client.",
		"{name} signed you in to another program, not to this one. Please tell the people who run your elections.").
		naming("name").from(byProvider...)
	ProviderExpired = problem("provider_expired", 401, "The ID token has expired, by the clock of this server.",
		"What {name} sent has expired. Press the button again; if that does not help, a clock is wrong.").naming("name").
		from(byProvider...)
	ProviderClaim = problem("provider_claim", 403, "The provider says nothing by the claim that finds people.",
		"{name} does not say who you are on the electoral roll ({claim}). Please tell the people who run your "+
			"elections.").naming("name", "claim").from("signInByProvider")
	EmailUnverified = problem("email_unverified", 403, "The provider has not verified the e-mail address.",
		"{name} has not checked that your e-mail address is yours. Confirm it there, or sign in with your slip or link.").
		naming("name").from("signInByProvider")
	EmailShared = problem("email_shared", 403, "Several people on the roll have the e-mail address.",
		"Several people on the electoral roll have your e-mail address. Sign in with your slip or link.").from(
		"signInByProvider")
	ProviderNobody = problem("provider_nobody", 403, "The person is not on the roll.",
		"{name} knows you, but you are not on the electoral roll. Please ask the people who run your elections.").
		naming("name").from(byProvider...)
	SubjectUnknown = problem("subject_unknown", 403,
		"Nobody on the roll has this subject yet; people bind it by bindProvider.",
		"You have not signed in with {name} here yet. Sign in once with your slip or link, and press the button in your "+
			"profile.").naming("name").from("signInByProvider")
	SubjectTaken = problem("subject_taken", 400, "Somebody else on the roll has this subject.",
		"Somebody else signs in here with this account. Please ask the people who run your elections.").from(
		"bindProvider")
)

// Faults of the settings of a provider.
var (
	NotIssuer         = fault("not_issuer", "Enter an address that begins with https://, without ? and #.")
	IssuerUnreachable = fault("issuer_unreachable",
		"{address} does not answer. Check the address, and whether this server can reach it.")
	IssuerCertificate = fault("issuer_certificate",
		"{address} has no certificate that this computer trusts.")
	IssuerWithout = fault("issuer_without",
		"At {address} is no description of a provider (status {status}). Check the address. With Keycloak, it ends with "+
			"/realms/ and the name of the realm.")
	IssuerOther  = fault("issuer_other", "The provider calls itself {issuer}. Enter exactly this.")
	IssuerUnsafe = fault("issuer_unsafe",
		"The provider names the address {address}, where others could read what is sent. It must begin with https://.")
	IssuerAlgorithms = fault("issuer_algorithms", "The provider signs in no way that this server can check.")
)
