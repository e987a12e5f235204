// Package openid signs people in with the provider of their organisation, by OpenID Connect: discovery, the code flow
// with PKCE (S256), state and nonce. It knows neither HTTP requests of this server nor the roll.
//
//	openid.go    Client: where to send people, and who they are when they come back
//	discover.go  the discovery document of a provider, and what is wrong with it
//	fetch.go     requests to a provider: how long they take, how much they answer, where they lead
//
// Signatures are checked by github.com/coreos/go-oidc.
package openid
