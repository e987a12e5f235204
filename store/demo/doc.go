// Package demo makes a sample organisation through the store's own methods: a
// co-operative with an administrator, voters with photos, and three elections,
// one counted, one running, one being prepared.
//
//	demo.go    what is made, in order
//	people.go  who they are
//	portraits  their pictures: invented faces
package demo
