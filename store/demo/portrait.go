package demo

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"math/rand/v2"
)

// canvasSide is the width and the height of the canvas in pixels. Every path below is drawn on this square around the
// line x = 240, for an upright head of average width from y = 108 to 322.
const canvasSide = 480

// portrait draws the picture of an invented person, a JPEG of 480 by 480 pixels. The same seed gives the same person;
// seeds that follow one another differ in haircut, skin, clothes and background all at once, so that candidates who are
// numbered one by one cannot be mistaken for each other.
func portrait(seed uint64) ([]byte, error) {
	p := newSitter(seed)
	c := newCanvas(affine{1, 0, 0, 0, 1, 0})
	draw.Draw(c.img, c.img.Bounds(), flat(p.ground), image.Point{}, draw.Src)
	c.fill(circle(240, 236, 190), flat(mix(p.ground, white, 0.38)))
	head := c.through(p.pose())
	for _, path := range p.cut.back {
		head.fill(path, p.hairPaint(0.24))
	}
	p.drawBody(c)
	p.drawFace(head)
	p.drawEyes(head)
	p.drawBeard(head)
	p.drawMouth(head)
	if p.glasses {
		p.drawGlasses(head)
	}
	p.drawHair(head)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, c.img, &jpeg.Options{Quality: 90}); err != nil {
		return nil, fmt.Errorf("demo: portrait %d: %w", seed, err)
	}
	return out.Bytes(), nil
}

// sitter is what a seed decides.
type sitter struct {
	cut                                       *haircut
	skin, hair, iris, lips                    color.RGBA
	ground, cloth, shirt                      color.RGBA
	width, height, jaw, tilt, apart, build    float64 // 1 is average; tilt in radians, apart in pixels from nose to eye
	outfit, beard                             int
	laughs, glasses, earrings, freckled, aged bool
}

var (
	white  = hex(0xFFFFFF)
	black  = hex(0x0A0608)
	skins  = []uint32{0xFADDC9, 0xF3CDAF, 0xE9B792, 0xDCA274, 0xC68A62, 0xA86C47, 0x8A5437, 0x704430, 0x5C3727}
	hairs  = []uint32{0x231E20, 0x36261F, 0x523423, 0x74442A, 0x8C4425, 0xB5622F, 0xA67E4A, 0xD0AA68}
	greys  = []uint32{0x8D8B8A, 0xB4B1AD, 0xD3D0CB}
	irises = []uint32{0x3B2418, 0x55361F, 0x6E5A2E, 0x4F6B4A, 0x4C6E8A}
	cloths = []uint32{0x32425F, 0x2F6B6C, 0xA34C3D, 0xC3913F, 0x6C4160, 0x44634E, 0x43474D, 0x5F8FB5, 0xB9697A, 0x7A6A58}
	shirts = []uint32{0xFAFAF7, 0xE9EFF5, 0xF4EADB, 0xDDE6EC}
	// As many as share no divisor with the haircuts and the skins, so that all combinations come before one is repeated.
	grounds = []uint32{0xD6E3E6, 0xEADCC8, 0xD5E0CB, 0xE4D5E2, 0xEDD6CB, 0xD2D9EA, 0xE3E1D8}
)

func newSitter(seed uint64) sitter {
	r := rand.New(rand.NewPCG(seed, 0))
	pick := func(from []uint32) color.RGBA { return hex(from[r.IntN(len(from))]) }
	// Steps that are coprime to the length visit every entry, with neighbours far apart.
	stride := func(step uint64, from []uint32) int { return int(seed % uint64(len(from)) * step % uint64(len(from))) }
	tone := stride(5, skins)
	p := sitter{
		cut:    &haircuts[seed%uint64(len(haircuts))],
		skin:   hex(skins[tone]),
		ground: hex(grounds[stride(1, grounds)]),
		cloth:  hex(cloths[stride(3, cloths)]),
		shirt:  pick(shirts),
		width:  0.95 + 0.1*r.Float64(),
		height: 0.98 + 0.05*r.Float64(),
		jaw:    r.Float64(),
		tilt:   0.09 * (r.Float64() - 0.5),
		apart:  35 + 4*r.Float64(),
		outfit: r.IntN(5),
		laughs: r.IntN(5) < 2,
	}
	if tone < 4 {
		p.hair, p.iris = pick(hairs), pick(irises)
		p.freckled = tone < 3 && r.IntN(3) == 0
	} else {
		p.hair, p.iris = pick(hairs[:3]), pick(irises[:2])
	}
	if r.IntN(5) == 0 {
		p.aged, p.hair = true, pick(greys)
	}
	p.glasses = r.IntN(4) == 0
	if p.cut.scarf {
		p.outfit = 0 // a collar would stick out below
	}
	p.build = 0.96 + 0.08*r.Float64()
	if p.cut.beard {
		p.beard = r.IntN(4)
	} else {
		p.build -= 0.1
		p.earrings = r.IntN(2) == 0
	}
	p.lips = mix(p.skin, hex(0xA8323E), 0.45)
	return p
}

// pose scales the head and leans it on the neck.
func (p sitter) pose() affine {
	sin, cos := math.Sincos(p.tilt)
	a, b, d, e := cos*p.width, -sin*p.height, sin*p.width, cos*p.height
	return affine{a, b, 240 - a*240 - b*330, d, e, 330 - d*240 - e*330}
}

// shade is the skin in shadow, from none to 1.
func (p sitter) shade(t float64) color.RGBA { return mix(p.skin, hex(0x5A1E14), 0.75*t) }

// locks is the colour of what is on the head: hair, cropped hair with the skin showing through, or a scarf.
func (p sitter) locks() color.RGBA {
	switch {
	case p.cut.scarf:
		return mix(p.cloth, p.shirt, 0.35)
	case p.cut.thin:
		return mix(p.hair, p.skin, 0.3)
	}
	return p.hair
}

// hairPaint is that colour, darkened by the given part.
func (p sitter) hairPaint(darker float64) image.Image {
	tint := mix(p.locks(), black, darker)
	return gradient{mix(tint, hex(0xFFE8D0), 0.1), mix(tint, black, 0.15), 80, 360}
}

// face is the outline of the head, wider below for a strong jaw.
func (p sitter) face() string {
	j := 74 + 10*p.jaw
	return fmt.Sprintf("M 240 108 C 294 108 325 146 325 200 C 325 236 %v 262 %v 284 C %v 308 262 322 240 322 "+
		"C 218 322 %v 308 %v 284 C %v 262 155 236 155 200 C 155 146 186 108 240 108 Z",
		248+j, 228+j, 210+j, 270-j, 252-j, 232-j)
}

func (p sitter) drawBody(c *canvas) {
	const (
		neck     = "M 198 270 L 198 344 C 198 366 180 376 160 384 L 240 440 L 320 384 C 300 376 282 366 282 344 L 282 270 Z"
		torso    = "M 30 490 C 34 430 52 404 100 388 C 138 376 172 370 190 362 C 206 392 274 392 290 362 C 308 370 342 376 380 388 C 428 404 446 430 450 490 Z"
		neckband = "M 190 362 C 206 392 274 392 290 362 L 298 367 C 282 408 198 408 182 367 Z"
		blouse   = "M 30 490 C 34 430 52 404 100 388 C 138 376 172 370 190 362 L 240 430 L 290 362 C 308 370 342 376 380 388 C 428 404 446 430 450 490 Z"
		placket  = "M 236 420 L 244 420 L 244 490 L 236 490 Z"
		collar   = "± M 192 351 L 240 421 L 208 445 L 175 371 Z"
		front    = "M 150 380 C 170 374 184 368 192 358 L 240 424 L 288 358 C 296 368 310 374 330 380 L 330 490 L 150 490 Z"
		jacket   = "± M 30 490 C 34 430 52 404 100 388 C 130 378 160 373 178 364 L 214 490 Z"
		lapel    = "± M 178 362 C 166 378 156 396 152 412 L 172 420 L 164 432 L 216 492 L 214 470 Z"
		opening  = "M 240 420 L 206 444 L 240 490 L 274 444 Z"
		roll     = "M 190 344 C 206 360 274 360 290 344 C 294 360 296 372 298 384 C 276 404 204 404 182 384 C 184 372 186 360 190 344 Z"
		rollHem  = "M 182 384 C 204 404 276 404 298 384 L 300 389 C 276 412 204 412 180 389 Z"
		pullover = "M 30 490 C 34 430 52 404 100 388 C 130 378 160 373 178 364 L 240 468 L 302 364 C 320 373 350 378 380 388 C 428 404 446 430 450 490 Z"
		vBand    = "M 186 374 L 240 462 L 294 374 L 300 380 L 240 478 L 180 380 Z"
	)
	c = c.through(affine{p.build, 0, 240 - 240*p.build, 0, 1, 0})
	c.fill(neck, flat(p.shade(0.1)))
	chin := newCanvas(p.pose())
	chin.to[5] += 26
	chin.fill(p.face(), flat(p.shade(0.42)))
	c.fill(neck, chin.img)
	cloth := gradient{mix(p.cloth, white, 0.06), mix(p.cloth, black, 0.18), 360, canvasSide}
	light, dark := flat(mix(p.cloth, white, 0.16)), flat(mix(p.cloth, black, 0.26))
	linen := flat(mix(p.shirt, white, 0.6))
	switch p.outfit {
	case 0:
		c.fill(torso, cloth)
		c.fill(neckband, dark)
	case 1:
		c.fill(blouse, cloth)
		c.fill(placket, dark)
		c.fill(collar, light)
		c.fill(circle(240, 458, 3.5), light)
	case 2:
		c.fill(front, flat(p.shirt))
		c.fill(collar, linen)
		c.fill(opening, flat(mix(p.shirt, hex(0x506080), 0.1)))
		c.fill(jacket, cloth)
		c.fill(lapel, dark)
	case 3:
		c.fill(torso, cloth)
		c.fill(roll, light)
		c.fill(rollHem, dark)
	case 4:
		c.fill(front, flat(p.shirt))
		c.fill(pullover, cloth)
		c.fill(vBand, dark)
		c.fill(collar, linen)
	}
}

func (p sitter) drawFace(c *canvas) {
	if !p.cut.ears {
		c.fill("± M 160 198 C 142 188 134 204 138 222 C 142 242 152 250 164 244 Z", flat(p.shade(0.08)))
		c.fill("± M 158 210 C 148 204 144 214 147 224 C 150 234 154 236 160 234 C 152 228 152 218 158 210 Z", flat(p.shade(0.36)))
		if p.earrings {
			c.fill("± "+circle(149, 248, 5), flat(hex(0xE3B65B)))
		}
	}
	face := p.face()
	c.fill(face, gradient{mix(p.skin, hex(0xFFF4E8), 0.05), p.shade(0.1), 120, 330})
	for _, x := range []float64{186, 294} {
		x, y := c.to.apply(x, 256)
		c.fill(face, glow{alpha(mix(p.skin, hex(0xE0503C), 0.6), 0.22), x, y, 42})
	}
	forehead := newCanvas(c.to)
	forehead.to[5] += 7
	for _, path := range p.cut.front {
		forehead.fill(path, flat(p.shade(0.3)))
	}
	c.fill(face, forehead.img)
	if p.freckled {
		for _, at := range [][2]float64{{178, 246}, {188, 254}, {198, 247}, {184, 264}, {170, 256}} {
			c.fill("± "+circle(at[0], at[1], 1.8), flat(p.shade(0.26)))
		}
	}
	if p.aged {
		c.fill("± M 204 250 Q 194 262 192 274 Q 197 262 206 252 Z", flat(p.shade(0.24)))
	}
	c.fill("M 222 246 C 220 256 230 260 240 260 C 250 260 260 256 258 246 C 256 252 250 254 240 254 C 230 254 224 252 222 246 Z", flat(p.shade(0.36)))
	c.fill("M 246 210 C 247 226 254 236 257 244 C 250 250 244 244 244 236 Z", flat(p.shade(0.16)))
}

func (p sitter) drawEyes(c *canvas) {
	// Eyes and brows are drawn around the point 0, 0, for the right half of the picture.
	const (
		eyeball  = "M -17 14 C -10 1 10 1 17 13 C 9 23 -9 24 -17 14 Z"
		bareLid  = "M -19 16 C -10 -1 10 -1 19 15 C 10 4 -10 4 -19 16 Z"
		lashes   = "M -18 16 C -10 -2 10 -2 19 13 L 23 8 L 18 16 C 10 5 -10 4 -18 16 Z"
		fullBrow = "M -19 -17 C -6 -23 12 -25 25 -10 C 11 -16 -3 -16 -18 -10 C -22 -9 -23 -15 -19 -17 Z"
		thinBrow = "M -18 -15 C -4 -21 10 -23 23 -10 C 10 -16 -2 -17 -17 -11 C -20 -10 -21 -14 -18 -15 Z"
	)
	lid, brow := bareLid, fullBrow
	if p.cut.lashes {
		lid, brow = lashes, thinBrow
	}
	for _, mirror := range []float64{-1, 1} {
		eye := c.through(affine{mirror, 0, 240 + mirror*p.apart, 0, 1, 200})
		inside := newCanvas(eye.to)
		inside.fill(eyeball, flat(hex(0xFDFBF7)))
		inside.fill(circle(0, 11.5, 9), flat(p.iris))
		inside.fill(circle(0, 11.5, 5), flat(black))
		inside.fill(circle(mirror*3, 8, 2.6), flat(white)) // the light comes from one side for both
		eye.fill(eyeball, inside.img)
		eye.fill(lid, flat(hex(0x2A1B18)))
		eye.fill(brow, flat(mix(mix(p.hair, black, 0.35), p.skin, 0.1)))
	}
}

func (p sitter) drawMouth(c *canvas) {
	lips, line := p.lips, mix(p.lips, hex(0x4A1015), 0.4)
	if p.beard > 1 { // to be seen in the beard
		lips = mix(lips, hex(0xF2A49C), 0.4)
		line = lips
	}
	if !p.laughs {
		c.fill("M 207 272 C 222 291 258 291 273 272 C 262 301 218 301 207 272 Z", flat(line))
		return
	}
	const mouth = "M 208 274 C 224 280 256 280 272 274 C 268 304 212 304 208 274 Z"
	inside := newCanvas(c.to)
	inside.fill(mouth, flat(hex(0x6B1F24)))
	inside.fill("M 208 268 L 272 268 L 268 285 C 256 289 224 289 212 285 Z", flat(hex(0xFFFDF8)))
	c.fill("M 204 272 C 224 278 256 278 276 272 C 271 311 209 311 204 272 Z", flat(lips))
	c.fill(mouth, inside.img)
}

func (p sitter) drawBeard(c *canvas) {
	const full = "M 154 204 C 154 240 158 268 164 290 C 178 324 214 337 240 337 C 266 337 302 324 316 290 C 322 268 326 240 326 204 " +
		"C 321 228 318 244 308 254 C 296 264 284 258 270 262 C 258 265 250 262 240 263 C 230 262 222 265 210 262 C 196 258 184 264 172 254 C 162 244 159 228 154 204 Z"
	const goatee = "M 198 282 C 196 264 224 258 240 264 C 256 258 284 264 282 282 C 280 308 266 335 240 335 C 214 335 200 308 198 282 Z"
	switch p.beard {
	case 1:
		stubble := newCanvas(c.to)
		stubble.fill(full, gradient{color.RGBA{}, alpha(mix(p.hair, p.shade(0.6), 0.4), 0.34), 215, 320})
		c.fill(p.face(), stubble.img)
	case 2:
		c.fill(full, p.hairPaint(0.05))
	case 3:
		c.fill(goatee, p.hairPaint(0.05))
	}
}

func (p sitter) drawGlasses(c *canvas) {
	// The inner outline runs the other way round, which leaves a hole.
	const rim = "± M 180 196 L 226 196 C 232 196 234 200 233 206 C 232 226 224 236 204 236 C 184 236 174 228 173 206 C 172 200 174 196 180 196 Z " +
		"M 182 200 C 178 200 177 203 177 207 C 178 225 186 232 204 232 C 220 232 228 224 229 207 C 229 203 228 200 224 200 Z"
	frame := flat(hex(0x2C2A30))
	c.fill(rim, frame)
	c.fill("M 229 205 Q 240 198 251 205 L 251 209 Q 240 202 229 209 Z", frame)
	c.fill("± M 174 200 L 154 204 L 154 208 L 174 206 Z", frame)
}

func (p sitter) drawHair(c *canvas) {
	x, y := c.to.apply(196, 118)
	shine := glow{alpha(mix(p.locks(), hex(0xFFF0DC), 0.35), 0.3), x, y, 80}
	for _, path := range p.cut.front {
		c.fill(path, p.hairPaint(0))
		c.fill(path, shine)
	}
	for _, path := range p.cut.folds {
		c.fill(path, p.hairPaint(0.2))
	}
}

// haircut is drawn in three layers: behind the neck, over the face, and folds on top.
type haircut struct {
	back, front, folds               []string
	beard, lashes, ears, scarf, thin bool
}

const (
	shortHair  = "M 152 206 C 142 130 178 88 240 88 C 302 88 338 130 328 206 C 324 206 321 196 319 182 C 314 158 304 148 284 146 C 256 144 224 144 196 146 C 176 148 166 158 161 182 C 159 196 156 206 152 206 Z"
	tiedHair   = "M 152 208 C 142 132 180 90 240 90 C 300 90 338 132 328 208 C 324 184 314 152 292 138 C 264 124 216 124 188 138 C 166 152 156 184 152 208 Z"
	hairBehind = "M 240 92 C 174 92 142 132 138 196 C 136 260 134 330 128 390 C 160 414 320 414 352 390 C 346 330 344 260 342 196 C 338 132 306 92 240 92 Z"
)

// haircuts are: cropped, long, parted at the side, bob, shaved, Afro, quiff, bun, curls, waves, bald, headscarf, swept
// back, ponytail, locs, pixie.
var haircuts = []haircut{
	{beard: true, front: []string{shortHair}},
	{lashes: true, ears: true, back: []string{hairBehind},
		front: []string{"± M 240.5 84 C 176 82 141 128 140 196 C 139 270 136 330 122 398 C 146 414 172 408 184 394 C 176 350 164 300 163 240 C 166 196 196 156 240.5 114 Z"}},
	{beard: true, front: []string{"M 151 208 C 136 150 150 94 212 82 C 276 70 334 92 336 150 C 337 176 333 196 329 208 C 324 206 322 194 319 178 C 314 158 300 152 262 153 C 230 154 208 148 198 128 C 186 146 168 160 161 182 C 158 196 156 206 151 208 Z"}},
	{lashes: true, ears: true,
		back:  []string{"M 240 80 C 164 80 132 130 132 210 C 132 262 128 300 134 326 C 160 346 320 346 346 326 C 352 300 348 262 348 210 C 348 130 316 80 240 80 Z"},
		front: []string{"M 240 82 C 172 82 140 128 138 196 C 138 240 132 296 134 326 C 150 338 172 334 182 322 C 168 290 162 250 163 190 C 200 176 280 176 317 190 C 318 250 312 290 298 322 C 308 334 330 338 346 326 C 348 296 342 240 342 196 C 340 128 308 82 240 82 Z"}},
	{beard: true, thin: true, front: []string{"M 156 196 C 148 134 186 103 240 103 C 294 103 332 134 324 196 C 320 176 314 158 298 149 C 270 139 210 139 182 149 C 166 158 160 176 156 196 Z"}},
	{lashes: true, front: []string{curls(240, 164, 106, 94, 24, 17, 158, 382) + "M 156 206 C 96 176 120 60 240 60 C 360 60 384 176 324 206 C 320 180 308 158 288 150 C 258 140 222 140 192 150 C 172 158 160 180 156 206 Z"}},
	{beard: true, front: []string{"M 153 206 C 146 176 150 150 160 138 C 152 100 186 66 246 66 C 312 62 344 100 324 142 C 332 158 333 184 327 206 C 322 190 320 168 308 156 C 286 142 252 152 220 144 C 196 140 182 148 171 160 C 161 174 158 190 153 206 Z"}},
	{lashes: true, back: []string{circle(240, 76, 42)}, front: []string{tiedHair}},
	{beard: true, front: []string{shortHair + " " + curls(240, 136, 74, 34, 22, 9, 170, 370) + curls(240, 124, 50, 20, 24, 6, 180, 360)}},
	{lashes: true, ears: true, back: []string{hairBehind},
		front: []string{
			"M 216 90 C 166 90 138 132 138 190 C 138 220 122 240 126 268 C 130 294 112 312 117 344 C 121 370 110 382 116 402 C 142 416 172 406 180 384 C 190 360 172 344 174 318 C 176 296 162 276 162 240 C 166 200 190 160 220 118 Z",
			"M 204 92 C 284 68 342 112 342 190 C 342 220 358 240 354 268 C 350 294 368 312 363 344 C 359 370 370 382 364 402 C 338 416 308 406 300 384 C 290 360 308 344 306 318 C 304 296 318 276 318 240 C 316 196 290 160 210 122 Z"}},
	{beard: true},
	{lashes: true, ears: true, scarf: true,
		back:  []string{"M 240 78 C 160 78 128 130 130 206 C 132 280 126 340 116 396 L 364 396 C 354 340 348 280 350 206 C 352 130 320 78 240 78 Z"},
		front: []string{"M 240 78 C 310 78 346 126 345 204 C 344 262 332 310 334 346 C 342 374 362 388 380 398 C 340 446 140 446 100 398 C 118 388 138 374 146 346 C 148 310 136 262 135 204 C 134 126 170 78 240 78 Z M 240 126 C 200 126 168 154 167 206 C 166 256 190 312 240 314 C 290 312 314 256 313 206 C 312 154 280 126 240 126 Z"},
		folds: []string{
			"M 166 262 C 178 318 220 346 300 356 C 226 352 170 330 160 276 Z",
			"M 152 330 C 180 372 240 392 330 392 C 236 400 170 380 150 342 Z",
			"M 176 128 C 196 104 222 96 250 96 C 222 100 200 110 182 132 Z"}},
	{beard: true, front: []string{"M 150 218 C 132 150 160 80 240 80 C 320 80 348 150 330 218 C 326 204 325 178 315 158 C 300 134 272 126 240 126 C 208 126 180 134 165 158 C 155 178 154 204 150 218 Z"}},
	{lashes: true,
		back:  []string{"M 290 110 C 356 92 398 150 388 226 C 380 290 364 330 382 384 C 340 372 318 310 328 250 C 334 200 326 160 290 140 Z"},
		front: []string{"M 152 208 C 142 132 180 88 240 88 C 300 88 338 132 328 208 C 324 184 318 162 302 150 C 270 160 228 146 206 124 C 196 150 164 168 152 208 Z"}},
	{ears: true, beard: true,
		back: []string{
			"± M 240 100 L 132 160 L 128 330 C 128 342 146 342 146 330 L 148 318 C 150 350 168 350 168 338 L 170 326 C 174 352 190 350 190 338 L 240 330 Z"},
		front: []string{
			"± M 240.5 86 C 170 84 138 128 134 196 C 130 250 130 280 126 316 C 126 330 144 330 145 318 L 149 290 C 150 320 166 320 166 306 C 158 262 158 228 164 190 C 176 160 206 138 240.5 132 Z"},
		folds: []string{
			"± M 238 90 C 190 98 160 132 152 190 C 150 230 150 260 149 292 L 147 292 C 146 250 146 220 148 188 C 156 130 190 96 238 90 Z",
			"± M 239 104 C 204 112 178 138 166 176 L 164 176 C 174 136 202 108 239 102 Z"}},
	{lashes: true, front: []string{"M 149 226 C 132 150 158 84 240 82 C 316 80 348 130 333 218 C 328 208 323 192 319 174 C 296 180 246 168 214 130 C 206 162 178 184 164 192 C 163 208 160 224 149 226 Z"}},
}
