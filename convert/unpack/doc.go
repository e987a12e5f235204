// Package unpack finds the model in a gzip file (RFC 1952) or a ZIP archive (APPNOTE 6.3), whoever made it.
//
//	unpack.go  Model: what is packed, by its first bytes, and the file in it
//	zip.go     Archive: a ZIP archive with a bounded directory, and its entries
//	name.go    the names of files with models in them
//	gzip.go    a gzip file, whose size is only known at its end
//
// # Bounds
//
// A small file can unpack to a very large one, so these are the limits:
//
//	the file inside     the limit of the caller, and MaxRatio times the packed file from MinDense on
//	a ZIP's directory   MaxEntries entries in maxDirectory bytes, read before anything else
//	a ZIP's entries     those that overlap are refused, as are encrypted ones
//	archives in it      are not opened
//
// Sizes in headers are claims: none makes this package take more memory than the packed file can
// fill, and a file that is longer or shorter than it says is damaged. Of the names of entries only
// the last part counts, and no file is ever made by one.
package unpack
