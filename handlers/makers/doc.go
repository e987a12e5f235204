// Package makers is the HTTP API that converts models and reports on them. It knows no election: whoever may reach the
// server may use it. The conversions themselves are in package jobs, the turns of their child processes in package
// worker, and the converted files in convert/spool.
//
//	api.go      API, its options and paths
//	convert.go  converting while the client waits, and in the background
//	inspect.go  reports on models that are not converted
//	upload.go   the form of a conversion, with the file in memory or on the disk
//	files.go    converted files, for a while or kept
//	views.go    the shapes of the answers
//	problem.go  errors of conversions as refusals
package makers
