// Package demo makes a sample organisation with the store's own methods: a co-operative with an
// administrator, voters with photos, and elections: one counted, one running, one in
// preparation. A question of the running one has solids to choose from. In two more, one counted
// and one running, each of three branches elects its delegate. One more has lists, and is counted.
//
//	demo.go      what is made, in order
//	lists.go     the election with lists
//	people.go    who they are
//	branches.go  the electoral roll with three branches, and their elections
//	portraits    their pictures: invented faces
//	trophies.go  the solids
package demo
