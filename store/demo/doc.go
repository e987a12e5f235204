// Package demo makes a sample organisation with the store's own methods: a co-operative with an
// administrator, voters with photos, and three elections: one counted, one running, one in
// preparation. A question of the running one has solids to choose from.
//
//	demo.go      what is made, in order
//	people.go    who they are
//	portraits    their pictures: invented faces
//	trophies.go  the solids
package demo
