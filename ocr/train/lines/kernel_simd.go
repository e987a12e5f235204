//go:build goexperiment.simd && amd64

package main

import "simd/archsimd"

// wide is how many columns the kernels take at a time.
const wide = 16

func eight(s []float32, at int) archsimd.Float32x8 {
	return archsimd.LoadFloat32x8((*[8]float32)(s[at : at+8]))
}

// addScaled adds to each of four rows the taps, each times its weight for that row.
func addScaled(rows *[4][]float32, taps [][]float32, weights *[4][]float32) {
	w0, w1, w2, w3 := weights[0][:len(taps)], weights[1][:len(taps)], weights[2][:len(taps)], weights[3][:len(taps)]
	for t := 0; t+wide <= len(rows[0]); t += wide {
		a0, a1 := eight(rows[0], t), eight(rows[0], t+8)
		b0, b1 := eight(rows[1], t), eight(rows[1], t+8)
		c0, c1 := eight(rows[2], t), eight(rows[2], t+8)
		d0, d1 := eight(rows[3], t), eight(rows[3], t+8)
		for k, tap := range taps {
			u, v := eight(tap, t), eight(tap, t+8)
			w := archsimd.BroadcastFloat32x8(w0[k])
			a0, a1 = u.MulAdd(w, a0), v.MulAdd(w, a1)
			w = archsimd.BroadcastFloat32x8(w1[k])
			b0, b1 = u.MulAdd(w, b0), v.MulAdd(w, b1)
			w = archsimd.BroadcastFloat32x8(w2[k])
			c0, c1 = u.MulAdd(w, c0), v.MulAdd(w, c1)
			w = archsimd.BroadcastFloat32x8(w3[k])
			d0, d1 = u.MulAdd(w, d0), v.MulAdd(w, d1)
		}
		store(rows[0], t, a0, a1)
		store(rows[1], t, b0, b1)
		store(rows[2], t, c0, c1)
		store(rows[3], t, d0, d1)
	}
	archsimd.ClearAVXUpperBits() // or all other arithmetic is slow
}

func store(s []float32, at int, low, high archsimd.Float32x8) {
	low.Store((*[8]float32)(s[at : at+8]))
	high.Store((*[8]float32)(s[at+8 : at+16]))
}

// addProducts adds to each of four rows of sums the products of a row with the taps.
func addProducts(sums *[4][]float32, taps [][]float32, rows *[4][]float32) {
	for k := 0; k < len(taps); k += 2 {
		u, v := taps[k], taps[min(k+1, len(taps)-1)]
		var a0, a1, b0, b1, c0, c1, d0, d1 archsimd.Float32x8
		for t := 0; t+8 <= len(rows[0]); t += 8 {
			x, y := eight(u, t), eight(v, t)
			r := eight(rows[0], t)
			a0, a1 = r.MulAdd(x, a0), r.MulAdd(y, a1)
			r = eight(rows[1], t)
			b0, b1 = r.MulAdd(x, b0), r.MulAdd(y, b1)
			r = eight(rows[2], t)
			c0, c1 = r.MulAdd(x, c0), r.MulAdd(y, c1)
			r = eight(rows[3], t)
			d0, d1 = r.MulAdd(x, d0), r.MulAdd(y, d1)
		}
		var all [8][8]float32
		for j, v := range [8]archsimd.Float32x8{a0, b0, c0, d0, a1, b1, c1, d1} {
			v.Store(&all[j])
		}
		archsimd.ClearAVXUpperBits()
		for j := range sums {
			sums[j][k] += total(&all[j])
			if k+1 < len(taps) {
				sums[j][k+1] += total(&all[4+j])
			}
		}
	}
}

func total(a *[8]float32) float32 {
	return (a[0] + a[4]) + (a[1] + a[5]) + ((a[2] + a[6]) + (a[3] + a[7]))
}
