package commandline

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// progress is a line of a terminal that shows how far a job is. It fits any width: the least
// important items are left out first.
type progress struct {
	to      io.Writer
	columns func() int // of the terminal; nil if nobody watches
	now     func() time.Time
	started time.Time
	drawn   time.Time // when the line was last written; zero if it is not there
}

// item is a part of the line, in full and in its shortest form.
type item struct{ long, short string }

const (
	redrawn    = 100 * time.Millisecond // the least time between two drawings
	longestBar = 24
	least      = 8 // the narrowest bar that is drawn, in columns
)

func (t *terminal) progress() *progress {
	return &progress{to: t.err, columns: t.columns, now: time.Now, started: time.Now()}
}

// show shows that a share of the job, from 0 to 1, is done. The items are in the order of their
// importance.
func (p *progress) show(share float64, items ...item) {
	now := p.now()
	if p.columns == nil || now.Sub(p.drawn) < redrawn {
		return
	}
	p.drawn = now
	items = append(items, item{fmt.Sprintf("%.0f%%", 100*share), fmt.Sprintf("%.0f%%", 100*share)})
	if left := p.left(share); left != "" {
		items = append(items, item{left + " left", left})
	}
	width := p.columns() - 1 // in the last column a terminal may begin a new line
	text := fitting(items, width)
	if free := width - len([]rune(text)) - 2; free >= least {
		text += "  " + bar(share, min(free, longestBar))
	}
	fmt.Fprintf(p.to, "\r%-*s", max(width, 0), text)
}

// left returns the time until the end, if the rest is as fast as the part that is done.
func (p *progress) left(share float64) string {
	if share <= 0 || share >= 1 {
		return ""
	}
	passed := p.now().Sub(p.started)
	return time.Duration(float64(passed) * (1 - share) / share).Round(time.Second).String()
}

// fitting puts as many of the items into a line as its width allows: all in full or, if these
// do not fit, the first few in short.
func fitting(items []item, width int) string {
	var long, short []string
	for _, i := range items {
		long, short = append(long, i.long), append(short, i.short)
	}
	if text := strings.Join(long, "  "); len([]rune(text)) <= width {
		return text
	}
	for len(short) > 0 && len([]rune(strings.Join(short, " "))) > width {
		short = short[:len(short)-1]
	}
	return strings.Join(short, " ")
}

func bar(share float64, width int) string {
	inside := width - 2
	filled := min(max(int(share*float64(inside)), 0), inside)
	return "[" + strings.Repeat("#", filled) + strings.Repeat(".", inside-filled) + "]"
}

// clear erases the line.
func (p *progress) clear() {
	if p.columns == nil || p.drawn.IsZero() {
		return
	}
	fmt.Fprintf(p.to, "\r%*s\r", max(p.columns()-1, 0), "")
	p.drawn = time.Time{}
}
