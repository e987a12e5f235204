package threemf

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

// The parts in which slicers keep what they know of a model. OrcaSlicer and others write those of BambuStudio.
const (
	prusaObjects  = "/Metadata/Slic3r_PE_model.config"
	prusaSettings = "/Metadata/Slic3r_PE.config"
	bambuObjects  = "/Metadata/model_settings.config"
	bambuSettings = "/Metadata/project_settings.config"
	prusaLayers   = "/Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml"
	bambuLayers   = "/Metadata/custom_gcode_per_layer.xml"

	maxSettings  = 2 << 20 // bytes
	maxExtruders = 255
)

// role says whether a slicer prints a volume, or what else it is for.
type role int

const (
	printed role = iota
	modifier
	blocker
	enforcer
	negative
	roles
)

// roleOf is the role that a slicer calls by a name: PrusaSlicer's, its older one, or BambuStudio's.
func roleOf(name string) role {
	switch name {
	case "ParameterModifier", "1", "modifier_part":
		return modifier
	case "SupportBlocker", "support_blocker":
		return blocker
	case "SupportEnforcer", "support_enforcer":
		return enforcer
	case "NegativeVolume", "negative_part":
		return negative
	}
	return printed
}

// volume is a piece of an object that a slicer treats on its own.
type volume struct {
	first, end uint32 // PrusaSlicer: its triangles in the mesh of the object
	name       string
	role       role
	extruder   int // from 1; 0: that of the object
}

// assembly is an object as a slicer knows it.
type assembly struct {
	name     string
	extruder int                 // from 1; 0: the first
	volumes  []volume            // PrusaSlicer: by their first triangles
	parts    map[uint32][]volume // BambuStudio: by the object that is their mesh, as often as that is a component
}

// project holds the objects, colours and plates of a slicer's project. It is empty in files that no slicer wrote.
type project struct {
	objects map[uint32]*assembly // by their ids in the first model part
	colours []stl.Color          // of extruders; zeros: unknown
	plates  [][]instance         // what is on each
	count   int                  // of objects, volumes, plates and instances
	changes int                  // of colour at a height
}

// instance is one of the build items of an object of the first model part, counted from 0.
type instance struct {
	object, number uint32
}

// colour returns the colour of the filament in an extruder; zeros if the project does not say.
func (p *project) colour(extruder int) stl.Color {
	if extruder < 1 || extruder > len(p.colours) {
		return stl.Color{}
	}
	return p.colours[extruder-1]
}

// project reads what slicers wrote. Parts that cannot be read to their end are named in p.unread.
func (p *parts) project() (*project, error) {
	found := &project{objects: make(map[uint32]*assembly)}
	for _, part := range []struct {
		name string
		read func(io.Reader) error
	}{
		{prusaObjects, found.readObjects}, {prusaSettings, found.readLines},
		{bambuObjects, found.readObjects}, {bambuSettings, found.readJSON},
		{prusaLayers, found.readLayers}, {bambuLayers, found.readLayers},
	} {
		if err := p.beside(part.name, part.read); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// objectsReader reads the objects of PrusaSlicer and of BambuStudio, which have the same form.
type objectsReader struct {
	*scanner
	*project
	object *assembly // that is open, as are those below
	volume *volume
	placed *instance // on the last plate
}

func (p *project) readObjects(from io.Reader) error {
	r := &objectsReader{scanner: newScanner(from), project: p}
	for {
		starts, err := r.start()
		switch {
		case errors.Is(err, errEnd):
			p.sort()
			return nil
		case err == nil && starts:
			err = r.element()
		}
		if err != nil {
			p.sort()
			return err
		}
	}
}

// sort puts the volumes of objects into the order of their triangles.
func (p *project) sort() {
	for _, o := range p.objects {
		slices.SortStableFunc(o.volumes, func(a, b volume) int { return cmp.Compare(a.first, b.first) })
	}
}

// element takes what one of <config><object><volume><metadata> says; part is BambuStudio's name for a volume.
func (r *objectsReader) element() error {
	kind := string(r.local)
	if r.depth() <= 3 && kind != "metadata" {
		r.volume, r.placed = nil, nil
	}
	switch {
	case r.depth() == 2:
		r.object = nil
		switch kind {
		case "object":
			return r.addObject()
		case "plate":
			r.plates = append(r.plates, nil)
			return r.counted()
		}
	case r.depth() == 3 && kind == "model_instance" && len(r.plates) > 0:
		on := &r.plates[len(r.plates)-1]
		*on = append(*on, instance{})
		r.placed = &(*on)[len(*on)-1]
		return r.counted()
	case r.placed != nil && kind == "metadata":
		return r.locate()
	case r.object == nil:
	case r.depth() == 3 && (kind == "volume" || kind == "part"):
		return r.addVolume(kind)
	case kind == "metadata" && r.depth() == 3:
		switch string(r.value("key")) {
		case "name":
			r.object.name = r.name()
		case "extruder":
			r.object.extruder = r.extruder()
		}
	case kind == "metadata" && r.depth() == 4 && r.volume != nil:
		r.describe()
	}
	return nil
}

func (r *objectsReader) addObject() error {
	id, err := r.number("id")
	if err != nil {
		return err
	}
	r.object = &assembly{parts: make(map[uint32][]volume)}
	r.objects[id] = r.object
	return r.counted()
}

func (r *objectsReader) addVolume(kind string) error {
	v := volume{role: roleOf(string(r.value("subtype")))}
	if kind == "part" {
		id, err := r.number("id")
		if err != nil {
			return err
		}
		list := append(r.object.parts[id], v)
		r.object.parts[id], r.volume = list, &list[len(list)-1]
		return r.counted()
	}
	last, err := r.number("lastid")
	if err != nil {
		return err
	}
	if v.first, err = r.number("firstid"); err != nil {
		return err
	}
	v.end = last + 1 // 0 after what PrusaSlicer writes for a volume without triangles
	r.object.volumes = append(r.object.volumes, v)
	r.volume = &r.object.volumes[len(r.object.volumes)-1]
	return r.counted()
}

// describe takes what a slicer says of the open volume.
func (r *objectsReader) describe() {
	switch string(r.value("key")) {
	case "name":
		r.volume.name = r.name()
	case "extruder":
		r.volume.extruder = r.extruder()
	case "volume_type":
		r.volume.role = roleOf(string(r.value("value")))
	case "modifier": // that has no volume_type, if Slic3r wrote it
		if string(r.value("value")) == "1" && r.volume.role == printed {
			r.volume.role = modifier
		}
	}
}

// locate takes what a slicer says of an instance on a plate.
func (r *objectsReader) locate() (err error) {
	switch string(r.value("key")) {
	case "object_id":
		r.placed.object, err = r.number("value")
	case "instance_id":
		r.placed.number, err = r.number("value")
	}
	return err
}

func (r *objectsReader) counted() error {
	if r.count++; r.count > maxResources {
		return r.refuse(remark.ModelTooManyResources, remark.Params{"limit": maxResources})
	}
	return nil
}

func (r *objectsReader) name() string {
	name := r.value("value")
	return string(name[:min(len(name), maxName)])
}

func (r *objectsReader) extruder() int {
	n, err := strconv.Atoi(string(r.value("value")))
	if err != nil || n < 0 || n > maxExtruders {
		return 0
	}
	return n
}

func (r *objectsReader) number(name string) (uint32, error) {
	n, err := strconv.ParseUint(string(r.value(name)), 10, 32)
	if err != nil {
		return 0, r.malformed()
	}
	return uint32(n), nil
}

// onPlate are the items on a plate, from 1, or with 0 on the first that has any; and the number of that plate.
func (p *project) onPlate(items []place, plate int) ([]place, int) {
	if len(p.plates) < 2 {
		return items, 1
	}
	var found []place
	for n := range p.plates {
		if plate != 0 && plate != n+1 {
			continue
		}
		on := make(map[instance]bool)
		for _, i := range p.plates[n] {
			on[i] = true
		}
		times := make(map[uint32]uint32) // that an object was an item
		for _, item := range items {
			if on[instance{item.object, times[item.object]}] {
				found = append(found, item)
			}
			times[item.object]++
		}
		if len(found) > 0 {
			return found, n + 1
		}
	}
	return found, plate
}

// offPlates counts the items that are on no plate, where there are several.
func (p *project) offPlates(items []place) int {
	n := len(items)
	for plate := range p.plates {
		on, taken := p.onPlate(items, plate+1)
		if taken == plate+1 {
			n -= len(on)
		}
	}
	return max(0, n)
}

// readLayers counts what a slicer does at a height that changes the colour: 0 is another filament, 2 another extruder.
func (p *project) readLayers(from io.Reader) error {
	s := newScanner(from)
	for {
		starts, err := s.start()
		switch {
		case errors.Is(err, errEnd):
			return nil
		case err != nil:
			return err
		case !starts || string(s.local) != "code" && string(s.local) != "layer":
			continue
		}
		if kind := string(s.value("type")); kind == "0" || kind == "2" {
			p.changes++
		}
	}
}

// readLines reads the colours in PrusaSlicer's settings: of extruders, or else of their filaments.
func (p *project) readLines(from io.Reader) error {
	lines := bufio.NewScanner(io.LimitReader(from, maxSettings))
	lines.Buffer(nil, maxSettings)
	for lines.Scan() {
		key, value, _ := strings.Cut(strings.TrimLeft(lines.Text(), "; "), "=")
		switch strings.TrimSpace(key) {
		case "extruder_colour":
			p.addColours(strings.Split(value, ";"), true)
		case "filament_colour":
			p.addColours(strings.Split(value, ";"), false)
		}
	}
	return lines.Err()
}

// readJSON reads the colours in BambuStudio's settings: those of filaments, which parts call extruders.
func (p *project) readJSON(from io.Reader) error {
	raw, err := io.ReadAll(io.LimitReader(from, maxSettings))
	if err != nil {
		return err
	}
	var s struct {
		Colours []string `json:"filament_colour"`
	}
	if json.Unmarshal(raw, &s) != nil {
		return refuse(remark.SettingsUnread, remark.Params{"part": clip(bambuSettings)})
	}
	p.addColours(s.Colours, true)
	return nil
}

// addColours takes over the colours of extruders, from the first. Those that are known stay unless replace is true.
func (p *project) addColours(list []string, replace bool) {
	for i, text := range list[:min(len(list), maxExtruders)] {
		if i == len(p.colours) {
			p.colours = append(p.colours, stl.Color{})
		}
		c, ok := colourFrom([]byte(strings.Trim(text, " \t\r\"")))
		if ok && (replace || p.colours[i] == stl.Color{}) {
			p.colours[i] = c
		}
	}
}
