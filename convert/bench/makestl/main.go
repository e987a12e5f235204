// Command makestl writes a mesh to measure with:
//
//	go run ./convert/bench/makestl [-ascii] FACETS FILE
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"

	"ostrakon/convert/bench"
)

func main() {
	text := flag.Bool("ascii", false, "write ASCII STL")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: makestl [-ascii] FACETS FILE") }
	flag.Parse()
	facets, err := strconv.Atoi(flag.Arg(0))
	if err != nil || facets < 2 || flag.NArg() != 2 {
		flag.Usage()
		os.Exit(2)
	}
	mesh := bench.Binary
	if *text {
		mesh = bench.ASCII
	}
	if err := os.WriteFile(flag.Arg(1), mesh(facets), 0o666); err != nil {
		fmt.Fprintln(os.Stderr, "makestl:", err)
		os.Exit(1)
	}
}
