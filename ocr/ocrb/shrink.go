package ocrb

import "image"

// shrink returns an image, from the origin, averaged down so that its longer side is at most limit.
func shrink(img *image.Gray, limit int) *image.Gray {
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	if longer := max(w, h); longer > limit {
		w, h = max(w*limit/longer, 1), max(h*limit/longer, 1)
	}
	out := image.NewGray(image.Rect(0, 0, w, h))
	if w == b.Dx() && h == b.Dy() {
		for y := range h {
			copy(out.Pix[y*out.Stride:], img.Pix[y*img.Stride:y*img.Stride+w])
		}
		return out
	}
	columns := overlaps(b.Dx(), w)
	rows := overlaps(b.Dy(), h)
	line := make([]float32, w)
	for y, row := range rows {
		clear(line)
		for k, share := range row.shares {
			source := img.Pix[(row.first+k)*img.Stride:]
			for x, column := range columns {
				sum := float32(0)
				for j, part := range column.shares {
					sum += part * float32(source[column.first+j])
				}
				line[x] += share * sum
			}
		}
		for x, v := range line {
			out.Pix[y*out.Stride+x] = uint8(v + 0.5)
		}
	}
	return out
}

// overlap says which source pixels make a target pixel, and the share of each.
type overlap struct {
	first  int
	shares []float32
}

func overlaps(from, to int) []overlap {
	all := make([]overlap, to)
	step := float64(from) / float64(to)
	for i := range all {
		start, end := float64(i)*step, float64(i+1)*step
		first := int(start)
		all[i].first = first
		for p := first; p < from && float64(p) < end-1e-9; p++ {
			covered := min(end, float64(p+1)) - max(start, float64(p))
			all[i].shares = append(all[i].shares, float32(covered/step))
		}
	}
	return all
}
