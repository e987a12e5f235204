package unpack

import "strings"

// Extensions are those of the files that are read; names only keep out what cannot be meant.
func Extensions() []string {
	return []string{".stl", ".stlb", ".stla", ".stl.gz", ".stlb.gz", ".stla.gz", ".obj", ".obj.gz", ".ply", ".ply.gz",
		".zip", ".3mf"}
}

// Split cuts one of Extensions, in any case, off the name of a file. The extension is empty if there is none.
func Split(name string) (base, extension string) {
	for _, e := range Extensions() {
		if at := len(name) - len(e); at >= 0 && strings.EqualFold(name[at:], e) {
			return name[:at], name[at:]
		}
	}
	return name, ""
}
