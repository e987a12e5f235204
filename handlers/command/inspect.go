package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ostrakon/convert"
	"ostrakon/convert/remark"
	"ostrakon/convert/solid"
)

const inspectHelp = `
Tells of STL, 3MF, OBJ and PLY files whether each is watertight, where it is open, how large it is, and what it
weighs. A directory means the files in it named .stl, .stlb, .stla, .obj or .ply, the same with .gz,
.zip or .3mf, and - means standard input. Weights are those of a filled solid.
`

// Inspect prints a report of each file. It is an error if one of them cannot be read.
func Inspect(ctx context.Context, a *App, args []string) error {
	f := a.flags("inspect", "FILE...")
	f.more = inspectHelp
	unit := f.String("unit", "", "`UNIT` of the files: mm, cm, m, in, ft or um; at first that of a 3MF file, and "+
		"mm of others")
	plate := f.String("plate", "", "`NUMBER` of the plate of a slicer's 3MF file; at first the first that is not empty")
	asJSON := f.Bool("json", false, "print a line of JSON for each file")
	material := f.String("material", "", "`NAME` of the material to weigh: "+strings.Join(materialNames(), ", "))
	density := f.Float64("density", 0, "density of the material to weigh, in `G/CM3`")
	inputs, err := a.parse(f, args, 1, 1<<20)
	if err != nil {
		return err
	}
	opts, err := convert.ParseInspection(map[string]string{"unit": *unit, "plate": *plate})
	if err != nil {
		return UsageError{err}
	}
	weigh, err := weighed(*material, *density)
	if err != nil {
		return err
	}
	var files []string
	for _, in := range inputs {
		found, err := expand(in)
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	failed := 0
	for _, file := range files {
		result, err := a.convertInput(ctx, task{in: file, base: baseOf(file)}, opts, &outputFiles{}, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			fmt.Fprintf(a.Stderr, "%s: %v\n", file, err)
			failed++
			continue
		}
		if err := a.tell(file, result, weigh, *asJSON); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d files could not be read", failed, len(files))
	}
	return nil
}

func materialNames() (names []string) {
	for _, m := range solid.Materials() {
		names = append(names, m.Name)
	}
	return names
}

// weighed are the materials to weigh: all that are known, the one of a name, or one of a density.
func weighed(name string, density float64) ([]solid.Material, error) {
	switch {
	case name != "" && density != 0:
		return nil, Usagef("-material or -density, not both")
	case density != 0:
		if !(density > 0 && density <= 100) {
			return nil, Usagef("-density must be in g/cm³, above 0 and at most 100")
		}
		return []solid.Material{{Name: strconv.FormatFloat(density, 'g', -1, 64) + " g/cm³", Density: density}}, nil
	case name == "":
		return solid.Materials(), nil
	}
	for _, m := range solid.Materials() {
		if strings.EqualFold(m.Name, name) {
			return []solid.Material{m}, nil
		}
	}
	return nil, Usagef("-material must be one of %s; -density takes any other", strings.Join(materialNames(), ", "))
}

// tell prints a report.
func (a *App) tell(file string, result *convert.Result, weigh []solid.Material, asJSON bool) error {
	for _, w := range result.Warnings {
		a.warn(file, w)
	}
	r := result.Report
	if r == nil {
		return fmt.Errorf("%s: too large for a report", file)
	}
	r.Weigh(weigh)
	if asJSON {
		return json.NewEncoder(a.Stdout).Encode(struct {
			File string `json:"file"`
			*solid.Report
		}{file, r})
	}
	_, err := io.WriteString(a.Stdout, inWords(file, r))
	return err
}

// warn prints a warning about a file, or a note.
func (a *App) warn(file string, w remark.Remark) {
	kind := "warning"
	if w.Info() {
		kind = "note"
	}
	fmt.Fprintf(a.Stderr, "%s: %s: %s\n", file, kind, w)
}

// inWords is a report in a few lines.
func inWords(file string, r *solid.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s, %.4g x %.4g x %.4g %s\n", file, many(r.Facets, "facet"), many(r.Solids, "solid"),
		r.Size[0], r.Size[1], r.Size[2], r.Unit)
	if h := r.UnitHint; h != nil {
		fmt.Fprintf(&b, "  the unit looks wrong: as %q it is %.4g mm long", h.Unit, h.Instead)
		if h.Metres > 0 {
			fmt.Fprintf(&b, ", and as \"m\" %.4g mm", h.Metres*1000)
		}
		b.WriteString("\n")
	}
	state := "watertight"
	if !r.Watertight {
		state = "not watertight: " + many(r.OpenEdges, "open edge") + ", " + many(r.NonManifoldEdges, "edge") +
			" of more than two facets"
	}
	fmt.Fprintf(&b, "  %s\n  %s", state, many(r.Shells, "shell"))
	if r.Cavities > 0 {
		fmt.Fprintf(&b, ", %d of them around a cavity", r.Cavities)
	}
	switch r.Orientation {
	case solid.Outward:
		b.WriteString("; all facets face outward\n")
	case solid.Inward:
		b.WriteString("; all facets face inward: the solid is inside out\n")
	case solid.Mixed:
		b.WriteString("; facets disagree about which side is outside")
		if r.FlippedEdges > 0 {
			fmt.Fprintf(&b, " (%s)", many(r.FlippedEdges, "edge"))
		}
		b.WriteString("\n")
	default:
		b.WriteString("; the surface is open, so that it has no inside\n")
	}
	fmt.Fprintf(&b, "  area %.6g %s²", r.Area, r.Unit)
	if r.Volume != nil {
		fmt.Fprintf(&b, ", volume %.6g %s³\n", *r.Volume, r.Unit)
		for _, w := range r.Weights {
			fmt.Fprintf(&b, "  %10.4g g in %s\n", w.Grams, w.Material)
		}
		return b.String()
	}
	return b.String() + "\n"
}

// many is a number of things in words.
func many(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
