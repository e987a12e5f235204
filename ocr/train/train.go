package train

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"sync"
)

// Main runs a program, and exits with 1 if it fails.
func Main(run func(args []string, out io.Writer) error) {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// Batch calls do for each sample of the batch with an index, and returns when all are done. Shards run at the
// same time; within a shard samples come in order.
func Batch(index, size, shards int, do func(shard int, sample uint64)) {
	var wait sync.WaitGroup
	for shard := range shards {
		wait.Go(func() {
			for n := range size / shards {
				do(shard, uint64(index*size+shard*size/shards+n))
			}
		})
	}
	wait.Wait()
}

// Bell returns one half of a Gaussian, its middle first, and the sum of both halves.
func Bell[F float32 | float64](deviation float64, reach int) (half []F, sum F) {
	half = make([]F, reach+1)
	for i := range half {
		half[i] = F(math.Exp(-float64(i*i) / (2 * deviation * deviation)))
		sum += half[i]
		if i > 0 {
			sum += half[i]
		}
	}
	return half, sum
}

// Scale returns the scale at which the largest weight of a row becomes the byte 127 or -127.
func Scale(row []float32) float32 {
	high := float32(1e-6)
	for _, w := range row {
		high = max(high, w, -w)
	}
	return high / 127
}

// AppendRow writes a row as weights.Cut reads it. Each weight is off by half a Scale at most.
func AppendRow(data []byte, row []float32, bias float32) []byte {
	scale := Scale(row)
	data = binary.LittleEndian.AppendUint32(data, math.Float32bits(scale))
	data = binary.LittleEndian.AppendUint32(data, math.Float32bits(bias))
	for _, w := range row {
		data = append(data, byte(int8(math.RoundToEven(float64(w/scale)))))
	}
	return data
}
