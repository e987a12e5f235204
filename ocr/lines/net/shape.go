package net

// Shape is what a layer does: a convolution with a rectifier that ends at Ceiling, then the highest of
// neighbours. Every layer but the last but three keeps its rows and columns before that.
type Shape struct {
	In, Out      int  // channels
	Rows         int  // of the input
	High, Wide   int  // of the kernel
	Dilation     int  // columns from one column of the kernel to the next
	Whole        bool // the kernel is as high as the input: one row comes out
	PoolY, PoolX int  // neighbours of which the highest is kept
	Residual     bool // the input is added
	Linear       bool // without a rectifier
}

// Ceiling is where the rectifier ends, and what the byte 255 of a layer's output stands for.
const Ceiling = 6

// Outputs is how many outputs there are for each step: blank and the symbols.
func Outputs() int { return 1 + len(Symbols()) }

// Shapes are the layers, from the strip to the scores of each step of two columns.
func Shapes() []Shape {
	return []Shape{
		{In: 1, Out: 12, Rows: Height, High: 3, Wide: 3, Dilation: 1, PoolY: 2, PoolX: 2},
		{In: 12, Out: 24, Rows: Height / 2, High: 3, Wide: 3, Dilation: 1, PoolY: 2, PoolX: 1},
		{In: 24, Out: 40, Rows: Height / 4, High: 3, Wide: 3, Dilation: 1, PoolY: 2, PoolX: 1},
		{In: 40, Out: 80, Rows: Height / 8, High: 3, Wide: 3, Dilation: 1, Whole: true, PoolY: 1, PoolX: 1},
		{In: 80, Out: 80, Rows: 1, High: 1, Wide: 5, Dilation: 1, PoolY: 1, PoolX: 1, Residual: true},
		{In: 80, Out: 80, Rows: 1, High: 1, Wide: 5, Dilation: 2, PoolY: 1, PoolX: 1, Residual: true},
		{In: 80, Out: Outputs(), Rows: 1, High: 1, Wide: 1, Dilation: 1, PoolY: 1, PoolX: 1, Linear: true},
	}
}

// Taps is how many weights each output of a layer has.
func (s Shape) Taps() int { return s.In * s.High * s.Wide }
