package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"ostrakon/ocr/lines/net"
	"ostrakon/ocr/train"
	"ostrakon/ocr/weights"
)

// The seeds of training and of the lines held back.
const (
	trainingSeed = 2607
	heldOutSeed  = 1831
	heldOut      = 2000
)

func main() { train.Main(run) }

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("lines", flag.ContinueOnError)
	dir := flags.String("out", filepath.Join("..", "lines"),
		"directory for weights.bin, which is written while training goes on, too")
	fonts := flags.String("fonts", "/usr/share/fonts", "where Debian's fonts are")
	from := flags.String("from", "", "the weights after the batches before the last, which are left out then")
	if err := flags.Parse(args); err != nil {
		return err
	}
	file := filepath.Join(*dir, "weights.bin")
	faces, err := openFonts(*fonts, slices.Sorted(maps.Keys(fontFiles())), net.Symbols())
	if err != nil {
		return err
	}
	l, begin := newLearner(trainingSeed), 0
	if *from != "" {
		data, err := os.ReadFile(*from)
		if err != nil {
			return err
		}
		l.weights, begin = decode(data), batches
	}
	held := newMaker(faces, heldOutSeed)
	l.learn(newMaker(faces, trainingSeed), begin, func(done int, loss float64) {
		fmt.Fprintf(out, "%5d of %d batches: loss %.3f of a line\n", done, batches+last, loss)
		if done%1000 == 0 || done == batches {
			fmt.Fprintf(out, "lines right, symbols wrong: %s\n", l.judge(held, heldOut/10))
			if err := os.WriteFile(file, encode(l.weights), 0o644); err != nil {
				fmt.Fprintln(out, err)
			}
		}
	})
	fmt.Fprintf(out, "held out: lines right, symbols wrong: %s\n", l.judge(held, heldOut))
	return os.WriteFile(file, encode(l.weights), 0o644)
}

// encode writes weights as net.Decode reads them.
func encode(all []parameters) []byte {
	data := []byte(net.Magic)
	for i, s := range net.Shapes() {
		for out := range s.Out {
			data = train.AppendRow(data, all[i].taps[out*s.Taps():(out+1)*s.Taps()], all[i].biases[out])
		}
	}
	return data
}

// decode returns the weights that encode wrote, as far as bytes hold them.
func decode(data []byte) []parameters {
	all := newWeights()
	data = data[len(net.Magic):]
	for i, s := range net.Shapes() {
		for out := range s.Out {
			row, rest, _ := weights.Cut(data, s.Taps())
			all[i].biases[out] = row.Bias
			row.Unpack(all[i].taps[out*s.Taps():])
			data = rest
		}
	}
	return all
}

// judge reads lines with the weights as bytes.
func (l *learner) judge(m *maker, lines int) string {
	n, err := net.Decode(encode(l.weights))
	if err != nil {
		panic(err) // encode and Decode disagree
	}
	right, wrong, all := 0, 0, 0
	for i := range lines {
		line := m.line(uint64(i))
		if line.strip.Columns == 0 {
			continue
		}
		read := best(n.Scores(line.strip))
		d := distance(read, line.text)
		wrong += d
		all += len(line.text)
		if d == 0 {
			right++
		}
	}
	return fmt.Sprintf("%.2f %%, %.2f %%", 100*float64(right)/float64(lines), 100*float64(wrong)/float64(max(all, 1)))
}

// best is the likeliest output of each step, repetitions and blanks left out.
func best(scores []float32) []int {
	var out []int
	last := net.Blank
	for t := 0; t < len(scores); t += net.Outputs() {
		k := 0
		for i, v := range scores[t : t+net.Outputs()] {
			if v > scores[t+k] {
				k = i
			}
		}
		if k != last && k != net.Blank {
			out = append(out, k)
		}
		last = k
	}
	return out
}

// distance is Levenshtein's.
func distance(a, b []int) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := 1
			if x == y {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
