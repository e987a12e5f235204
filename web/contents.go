package web

import "maps"

// Contents returns all that a Site serves, by URL path: pages, pictures, and modules as they are written and joined.
func (s *Site) Contents() (map[string][]byte, error) {
	served := maps.Clone(s.files)
	for _, join := range s.joins {
		files, err := join()
		if err != nil {
			return nil, err
		}
		for name, f := range files {
			served[s.folder+joinedFolder+name] = f
		}
	}
	contents := make(map[string][]byte, len(served))
	for url, f := range served {
		contents[url] = f.plain
	}
	return contents, nil
}
