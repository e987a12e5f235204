package main

import "ostrakon/ocr/lines/net"

// rim is how many zeros there are left and right of each row, and slack how many more at its end, for
// kernels that take more columns than there are.
const (
	rim   = 4
	slack = 2 * wide
)

// plane is values by channel, row and column, with a row of zeros above and below each channel and a rim.
type plane struct {
	channels, rows, columns, stride int
	values                          []float32
}

func (p *plane) shape(channels, rows, columns int) {
	stride := rim + (columns+wide-1)/wide*wide + slack
	n := channels * (rows + 2) * stride
	if cap(p.values) < n {
		p.values = make([]float32, n+n/2)
	}
	*p = plane{channels, rows, columns, stride, p.values[:n]}
	clear(p.values)
}

// row is a row from a column on, and as much as kernels take.
func (p *plane) row(channel, row, from int) []float32 {
	at := (channel*(p.rows+2)+row+1)*p.stride + rim + from
	return p.values[at : at+(p.columns+wide-1)/wide*wide]
}

// stage is a layer at work: its values for one strip, and their errors.
type stage struct {
	net.Shape
	sums, sumErrors   plane // with the rectifier applied
	kept, keptErrors  plane // after the highest of neighbours
	taps              [][]float32
	flipped           []float32
	scratch, discards [4][]float32
}

// rowsOut is how many rows there are before the highest of neighbours is kept.
func (s *stage) rowsOut() int {
	if s.Whole {
		return 1
	}
	return s.Rows
}

// collect points taps at what a row of the output is made of.
func (s *stage) collect(in *plane, y int) {
	s.taps = s.taps[:0]
	if s.Whole {
		y = s.High / 2
	}
	for ky := range s.High {
		for kx := range s.Wide {
			for c := range s.In {
				s.taps = append(s.taps, in.row(c, y+ky-s.High/2, (kx-s.Wide/2)*s.Dilation))
			}
		}
	}
}

// four collects four rows of a table, those that there are not from spare.
func four(spare *[4][]float32, first, rows, length int, row func(int) []float32) [4][]float32 {
	var out [4][]float32
	for j := range out {
		if first+j < rows {
			out[j] = row(first + j)
			continue
		}
		if cap(spare[j]) < length {
			spare[j] = make([]float32, length)
		}
		out[j] = spare[j][:length]
	}
	return out
}

// forward computes the layer.
func (s *stage) forward(in *plane, w parameters) {
	rows := s.rowsOut()
	s.sums.shape(s.Out, rows, in.columns)
	for y := range rows {
		s.collect(in, y)
		for o := 0; o < s.Out; o += 4 {
			to := four(&s.scratch, o, s.Out, len(s.taps[0]), func(c int) []float32 { return s.sums.row(c, y, 0) })
			weights := four(&s.discards, o, s.Out, len(s.taps),
				func(c int) []float32 { return w.taps[c*s.Taps() : (c+1)*s.Taps()] })
			addScaled(&to, s.taps, &weights)
		}
		for o := range s.Out {
			to := s.sums.row(o, y, 0)
			clear(to[in.columns:])
			to = to[:in.columns]
			for x := range to {
				to[x] += w.biases[o]
			}
			if s.Residual {
				for x, v := range in.row(o, y, 0)[:in.columns] {
					to[x] += v
				}
			}
			if !s.Linear {
				for x, v := range to {
					to[x] = min(max(v, 0), net.Ceiling)
				}
			}
		}
	}
	s.kept.shape(s.Out, rows/s.PoolY, in.columns/s.PoolX)
	s.pool(func(c, y, x, at int) { s.kept.row(c, y, 0)[x] = s.sums.values[at] })
}

// pool calls do for each value that is kept with the place where it was among the sums.
func (s *stage) pool(do func(channel, y, x, at int)) {
	for c := range s.Out {
		for y := range s.kept.rows {
			top := (c*(s.sums.rows+2)+y*s.PoolY+1)*s.sums.stride + rim
			for x := range s.kept.columns {
				most := top + x*s.PoolX
				for j := range s.PoolY {
					for i := range s.PoolX {
						if at := top + j*s.sums.stride + x*s.PoolX + i; s.sums.values[at] > s.sums.values[most] {
							most = at
						}
					}
				}
				do(c, y, x, most)
			}
		}
	}
}

// backward adds the gradient of the weights, and writes the errors of the input if there are to be any.
func (s *stage) backward(in, inErrors *plane, w, gradient parameters) {
	s.sumErrors.shape(s.Out, s.sums.rows, s.sums.columns)
	s.pool(func(c, y, x, at int) {
		if value := s.sums.values[at]; s.Linear || value > 0 && value < net.Ceiling {
			s.sumErrors.values[at] = s.keptErrors.row(c, y, 0)[x]
		}
	})
	for y := range s.sums.rows {
		s.collect(in, y)
		for o := 0; o < s.Out; o += 4 {
			errors := four(&s.scratch, o, s.Out, len(s.taps[0]), func(c int) []float32 { return s.sumErrors.row(c, y, 0) })
			sums := four(&s.discards, o, s.Out, len(s.taps),
				func(c int) []float32 { return gradient.taps[c*s.Taps() : (c+1)*s.Taps()] })
			addProducts(&sums, s.taps, &errors)
		}
		for o := range s.Out {
			sum := float32(0)
			for _, e := range s.sumErrors.row(o, y, 0)[:s.sums.columns] {
				sum += e
			}
			gradient.biases[o] += sum
		}
	}
	if inErrors == nil {
		return
	}
	inErrors.shape(s.In, in.rows, in.columns)
	s.flip(w)
	for y := range in.rows {
		s.taps = s.taps[:0]
		kernelRows := 0
		firstRow := -1
		for ky := range s.High {
			from := y - ky + s.High/2
			if s.Whole {
				from = y - ky
			}
			if from < 0 || from >= s.sums.rows {
				continue
			}
			if firstRow < 0 {
				firstRow = ky
			}
			kernelRows++
			for kx := range s.Wide {
				for c := range s.Out {
					s.taps = append(s.taps, s.sumErrors.row(c, from, (s.Wide/2-kx)*s.Dilation))
				}
			}
		}
		length := s.Wide * s.Out
		for c := 0; c < s.In; c += 4 {
			to := four(&s.scratch, c, s.In, len(s.taps[0]), func(c int) []float32 { return inErrors.row(c, y, 0) })
			weights := four(&s.discards, c, s.In, len(s.taps), func(c int) []float32 {
				at := (c*s.High + firstRow) * length
				return s.flipped[at : at+kernelRows*length]
			})
			addScaled(&to, s.taps, &weights)
		}
		for c := range s.In {
			to := inErrors.row(c, y, 0)
			clear(to[in.columns:])
			if s.Residual {
				for x, e := range s.sumErrors.row(c, y, 0)[:in.columns] {
					to[x] += e
				}
			}
		}
	}
}

// flip orders the weights by channel of the input, then row and column of the kernel, then output.
func (s *stage) flip(w parameters) {
	if len(s.flipped) != len(w.taps) {
		s.flipped = make([]float32, len(w.taps))
	}
	for o := range s.Out {
		for k := range s.High * s.Wide {
			for c := range s.In {
				s.flipped[(c*s.High*s.Wide+k)*s.Out+o] = w.taps[o*s.Taps()+k*s.In+c]
			}
		}
	}
}
