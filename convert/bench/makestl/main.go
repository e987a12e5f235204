// Command makestl writes a mesh to measure with:
//
//	go run ./convert/bench/makestl [-shape SHAPE] [-ascii] FACETS FILE
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"

	"ostrakon/convert/bench"
)

func main() {
	shapes := map[string]bench.Shape{"sheet": bench.Sheet, "gyroid": bench.Gyroid, "scan": bench.Scan}
	name := flag.String("shape", "sheet", "`SHAPE` of the mesh: sheet, gyroid or scan")
	text := flag.Bool("ascii", false, "write ASCII STL")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: makestl [-shape sheet|gyroid|scan] [-ascii] FACETS FILE")
	}
	flag.Parse()
	facets, err := strconv.Atoi(flag.Arg(0))
	shape := shapes[*name]
	if err != nil || facets < 2 || shape == nil || flag.NArg() != 2 {
		flag.Usage()
		os.Exit(2)
	}
	write := bench.Binary
	if *text {
		write = bench.ASCII
	}
	if err := os.WriteFile(flag.Arg(1), write(shape, facets), 0o666); err != nil {
		fmt.Fprintln(os.Stderr, "makestl:", err)
		os.Exit(1)
	}
}
