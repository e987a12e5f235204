// Package models keeps converted models for as long as an administrator wants them.
//
//	shelf.go  Open, List, Find, Remove: the directory and its list
//	keep.go   Keep: copying a model out of the spool, and its limits
//
// The directory is the list. A model has its .glb file, perhaps a copy that is compressed with gzip, and a .json file
// with its title, time and administrator. The .json is written last and removed first, so a model is there whole or not
// at all: what a crash leaves without a .json goes at the next Open. Each file is on the disk before it has its name.
//
// Backups hold the database alone, and so no models.
//
// # Caveats
//
// One directory serves one process. Whoever knows the name of a model may have it: names have 130 random bits.
package models
