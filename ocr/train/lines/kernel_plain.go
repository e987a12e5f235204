//go:build !goexperiment.simd || !amd64

package main

// wide is how many columns the kernels take at a time.
const wide = 16

// addScaled adds to each of four rows the taps, each times its weight for that row.
func addScaled(rows *[4][]float32, taps [][]float32, weights *[4][]float32) {
	for j, row := range rows {
		for k, tap := range taps {
			w := weights[j][k]
			for t, v := range tap[:len(row)] {
				row[t] += w * v
			}
		}
	}
}

// addProducts adds to each of four rows of sums the products of a row with the taps.
func addProducts(sums *[4][]float32, taps [][]float32, rows *[4][]float32) {
	for j, row := range rows {
		for k, tap := range taps {
			sum := float32(0)
			for t, v := range tap[:len(row)] {
				sum += row[t] * v
			}
			sums[j][k] += sum
		}
	}
}
