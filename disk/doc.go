// Package disk measures the room on a file system, by operating system: both the conversions and the
// election look at it before they write much.
package disk

// Space is the room on a file system, in bytes.
type Space struct{ Free, Total int64 }
