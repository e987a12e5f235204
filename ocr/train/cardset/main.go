package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// seed draws the set that is committed.
const seed = 9303_15

// each is how many cards there are of each layout, and kindsOfPhoto how many photographs are of each
// kind among them.
const (
	each       = 12
	eachOfKind = 4
)

// truth is what a card says.
type truth struct {
	File   string `json:"file"`
	Layout string `json:"layout"`
	Photo  string `json:"photo"` // near, table or poor
	Scheme string `json:"scheme"`
	Number string `json:"number"` // compact
	Any    string `json:"any"`    // what the kind "any" may give; empty without a zone
	Name   string `json:"name"`
	Birth  string `json:"birth"` // ISO 8601
}

func main() {
	dir := flag.String("dir", filepath.Join("..", "card", "testdata", "set"), "where the set is written")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "cardset:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	ink, err := newPress()
	if err != nil {
		return err
	}
	var all []truth
	for n := range each * len(layouts()) {
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		l := layouts()[n/each]
		kind := photoKinds()[n%each/eachOfKind]
		h, err := invent(rng, n)
		if err != nil {
			return err
		}
		s := ink.sheet(rng, l.width, l.height)
		l.draw(s, h)
		if s.err != nil {
			return s.err
		}
		t := truth{
			File: fmt.Sprintf("%02d-%s-%s.jpg", n, l.name, kind), Layout: l.name, Photo: kind, Scheme: h.scheme,
			Number: h.number,
			Any:    l.any(h), Name: h.given + " " + h.surname, Birth: h.birth.Format("2006-01-02"),
		}
		var data bytes.Buffer
		img, quality := photograph(rng, ink, s, kind, n)
		if err := jpeg.Encode(&data, img, &jpeg.Options{Quality: quality}); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, t.File), data.Bytes(), 0o644); err != nil {
			return err
		}
		all = append(all, t)
	}
	data, err := json.MarshalIndent(all, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "truth.json"), append(data, '\n'), 0o644)
}
