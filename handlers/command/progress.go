package command

import (
	"fmt"
	"io"
	"strings"

	"ostrakon/convert"
)

// progressBar shows how far a conversion is, if the output is a terminal.
type progressBar struct {
	out   io.Writer // nil where there is no terminal
	title string
	width int // of what is shown
}

func newProgressBar(stderr io.Writer, title string) *progressBar {
	if !isTerminal(stderr) {
		return &progressBar{}
	}
	return &progressBar{out: stderr, title: title}
}

// progress is the function that Convert reports to; it is nil without a terminal.
func (b *progressBar) progress() convert.Progress {
	if b.out == nil {
		return nil
	}
	return b.show
}

func (b *progressBar) show(stage string, fraction float64) {
	const cells = 24
	done := min(cells, max(0, int(fraction*cells)))
	line := fmt.Sprintf("%s  %-9s [%s%s] %3.0f %%", b.title, stage, strings.Repeat("#", done),
		strings.Repeat(" ", cells-done), 100*fraction)
	fmt.Fprintf(b.out, "\r%-*s", b.width, line)
	b.width = len(line)
}

// clear removes the bar from the line.
func (b *progressBar) clear() {
	if b.width > 0 {
		fmt.Fprintf(b.out, "\r%*s\r", b.width, "")
		b.width = 0
	}
}
