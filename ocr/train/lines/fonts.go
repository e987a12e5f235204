package main

import (
	"fmt"
	"os"

	"golang.org/x/image/font/sfnt"
)

// fontFiles are the faces that lines are drawn in, below /usr/share/fonts, and how often of each
// hundred or so. doc.go names packages and licences.
func fontFiles() map[string]int {
	return map[string]int{
		"truetype/dejavu/DejaVuSans.ttf": 5, "truetype/dejavu/DejaVuSans-Bold.ttf": 4,
		"truetype/dejavu/DejaVuSansCondensed.ttf":      2,
		"truetype/dejavu/DejaVuSansCondensed-Bold.ttf": 2, "truetype/dejavu/DejaVuSansMono.ttf": 2,
		"truetype/dejavu/DejaVuSansMono-Bold.ttf": 1,
		"truetype/dejavu/DejaVuSerif.ttf":         2, "truetype/dejavu/DejaVuSerif-Bold.ttf": 1,
		"truetype/liberation2/LiberationSans-Regular.ttf": 6, "truetype/liberation2/LiberationSans-Bold.ttf": 5,
		"truetype/liberation2/LiberationSans-Italic.ttf": 1,
		"truetype/croscore/Arimo-Regular.ttf":            1, "truetype/croscore/Tinos-Regular.ttf": 1,
		"truetype/liberation2/LiberationSerif-Regular.ttf": 3, "truetype/liberation2/LiberationSerif-Bold.ttf": 2,
		"truetype/liberation2/LiberationMono-Regular.ttf": 2, "truetype/liberation2/LiberationMono-Bold.ttf": 1,
		"truetype/freefont/FreeSans.ttf": 3, "truetype/freefont/FreeSansBold.ttf": 2, "truetype/freefont/FreeSerif.ttf": 1,
		"truetype/freefont/FreeMono.ttf":     1,
		"truetype/noto/NotoSans-Regular.ttf": 3, "truetype/noto/NotoSans-Bold.ttf": 2,
		"truetype/noto/NotoSerif-Regular.ttf": 1, "truetype/noto/NotoSansDisplay-Regular.ttf": 1,
		"truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf": 3, "truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf": 2,
		"truetype/roboto/unhinted/RobotoTTF/Roboto-Bold.ttf": 2, "truetype/roboto/unhinted/RobotoTTF/Roboto-Light.ttf": 1,
		"truetype/open-sans/OpenSans-Regular.ttf": 2, "truetype/open-sans/OpenSans-Bold.ttf": 2,
		"truetype/open-sans/OpenSans-Semibold.ttf": 1,
		"truetype/lato/Lato-Regular.ttf":           2, "truetype/lato/Lato-Bold.ttf": 2, "truetype/oxygen/Oxygen-Sans.ttf": 1,
		"truetype/crosextra/Carlito-Regular.ttf": 3, "truetype/crosextra/Carlito-Bold.ttf": 2,
		"truetype/crosextra/Caladea-Regular.ttf": 1,
		"truetype/paratype/PTS55F.ttf":           2, "truetype/paratype/PTS75F.ttf": 1,
		"truetype/inconsolata/Inconsolata.otf": 1,
		"truetype/hack/Hack-Regular.ttf":       1, "opentype/cantarell/Cantarell-Regular.otf": 1,
		"opentype/cantarell/Cantarell-Bold.otf":      1,
		"opentype/urw-base35/NimbusSans-Regular.otf": 4, "opentype/urw-base35/NimbusSans-Bold.otf": 3,
		"opentype/urw-base35/NimbusSansNarrow-Regular.otf": 2,
		"opentype/urw-base35/NimbusSansNarrow-Bold.otf":    1, "opentype/urw-base35/NimbusRoman-Regular.otf": 2,
		"opentype/urw-base35/NimbusMonoPS-Bold.otf": 1,
		"opentype/urw-base35/URWGothic-Book.otf":    1, "opentype/urw-base35/P052-Roman.otf": 1,
		"opentype/urw-base35/C059-Roman.otf": 1,
		"fonts-go/Go-Regular.ttf":            2, "fonts-go/Go-Medium.ttf": 1, "fonts-go/Go-Bold.ttf": 1,
		"fonts-go/Go-Mono.ttf": 1,
	}
}

// typeface is a font and which symbols it has.
type typeface struct {
	font *sfnt.Font
	has  map[rune]bool
}

// openFonts reads the faces; one that is drawn more often is more often in the list.
func openFonts(dir string, files []string, symbols []rune) ([]*typeface, error) {
	var all []*typeface
	for _, name := range files {
		data, err := os.ReadFile(dir + "/" + name)
		if err != nil {
			return nil, fmt.Errorf("font: %w", err)
		}
		f, err := sfnt.Parse(data)
		if err != nil {
			return nil, fmt.Errorf("font %s: %w", name, err)
		}
		face := &typeface{f, map[rune]bool{' ': true}}
		var buffer sfnt.Buffer
		for _, r := range symbols {
			if glyph, err := f.GlyphIndex(&buffer, r); err == nil && glyph != 0 {
				face.has[r] = true
			}
		}
		for range fontFiles()[name] {
			all = append(all, face)
		}
	}
	return all, nil
}
