package web

import (
	"archive/zip"
	"io"
	"path/filepath"
	"testing"
)

// modelFacts is what a file of testdata/models holds. The models are what the converter made of its own test files.
type modelFacts struct {
	Name       string     `json:"name"`
	Triangles  int        `json:"triangles"`
	Vertices   int        `json:"vertices"`
	Primitives int        `json:"primitives"`
	Min        [3]float64 `json:"min"` // metres, Y up
	Max        [3]float64 `json:"max"`
	Normals    bool       `json:"normals"`
	Colours    bool       `json:"colours"`
}

// sphere is the sphere of 20 mm that was converted at each level.
func sphere(level string, normals bool) modelFacts {
	return modelFacts{
		Name: "sphere-" + level + ".glb", Triangles: 528, Vertices: 266, Primitives: 1, Normals: normals,
		Min: [3]float64{-0.0067, -0.0023, -0.0079}, Max: [3]float64{0.0133, 0.0177, 0.0121},
	}
}

func TestViewerReadsWhatTheConverterWritesAndRefusesTheRest(t *testing.T) {
	folder := must(filepath.Abs(filepath.Join("testdata", "models")))(t)
	runScript(t, "viewer.js", map[string]any{
		"folder": folder,
		"models": []modelFacts{
			sphere("standard", true),
			sphere("positions", false),
			sphere("quantized", true),
			sphere("compact", true),
			{
				Name: "colours-compact.glb", Triangles: 12, Vertices: 32, Primitives: 1, Normals: true, Colours: true,
				Min: [3]float64{0, 0, -0.001}, Max: [3]float64{0.001, 0.001, 0},
			},
			{
				Name: "solids-compact.glb", Triangles: 60, Vertices: 110, Primitives: 3, Normals: true,
				Min: [3]float64{-0.0067, -0.0023, -0.00656026}, Max: [3]float64{0.0133, 0.0177, 0.01076025},
			},
			{
				Name: "pair.gltf", Triangles: 12, Vertices: 36, Primitives: 1, Normals: true,
				Min: [3]float64{0, 0, -0.001}, Max: [3]float64{0.001, 0.001, 0},
			},
		},
	})
}

func TestZipOfThePageIsReadByOthers(t *testing.T) {
	target := filepath.Join(t.TempDir(), "out.zip")
	files := map[string]string{"pièce.gltf": `{"asset":{"version":"2.0"}}`, "k5q2xw7c.bin": "\x00\x01\x02", "empty": ""}
	runScript(t, "zipwriter.js", map[string]any{"target": target, "files": files})

	archive := must(zip.OpenReader(target))(t)
	defer archive.Close()
	if len(archive.File) != len(files) {
		t.Errorf("%d entries, want %d", len(archive.File), len(files))
	}
	for _, entry := range archive.File {
		if entry.Method != zip.Store {
			t.Errorf("%s: method %d, want %d", entry.Name, entry.Method, zip.Store)
		}
		if got := entry.Modified.Format("2006-01-02 15:04:05"); got != "2026-11-21 18:30:12" {
			t.Errorf("%s: of %s", entry.Name, got)
		}
		r := must(entry.Open())(t)
		content, err := io.ReadAll(r) // checks the CRC-32
		if err != nil {
			t.Errorf("%s: %v", entry.Name, err)
		}
		if want, ok := files[entry.Name]; !ok || string(content) != want {
			t.Errorf("%s holds %q, want %q", entry.Name, content, want)
		}
	}
}
