package commandline

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// lineOf returns a line of progress of that many columns, what it writes, and its clock.
func lineOf(columns int) (p *progress, out *bytes.Buffer, now *time.Time) {
	out, now = new(bytes.Buffer), new(time.Time)
	*now = time.Unix(1000, 0)
	return &progress{to: out, columns: func() int { return columns }, now: func() time.Time { return *now }, started: *now}, out, now
}

// TestProgress: a line has its items, the share, the time that is left and a bar, as far as they fit,
// is drawn again after a tenth of a second, and goes away.
func TestProgress(t *testing.T) {
	epoch := item{"epoch 3 of 4", "3/4"}
	p, out, now := lineOf(80)
	p.show(0, epoch)
	require.Equal(t, "\repoch 3 of 4  0%  ["+strings.Repeat(".", 22)+"]"+strings.Repeat(" ", 79-42), out.String())
	out.Reset()
	*now = now.Add(redrawn - 1)
	p.show(0.75, epoch)
	require.Empty(t, out.String())
	*now = now.Add(30*time.Second - redrawn + 1)
	p.show(0.75, epoch)
	require.Equal(t, "\repoch 3 of 4  75%  10s left  ["+strings.Repeat("#", 16)+strings.Repeat(".", 6)+"]"+strings.Repeat(" ", 79-53), out.String())
	out.Reset()
	p.clear()
	require.Equal(t, "\r"+strings.Repeat(" ", 79)+"\r", out.String())
	out.Reset()
	p.clear()
	require.Empty(t, out.String())

	p.columns = nil
	p.show(0.5, epoch)
	p.clear()
	require.Empty(t, out.String(), "nobody watches")
}

// TestNarrowProgress: where columns are few items are short, the last ones go first, and a bar narrower
// than eight columns is not drawn.
func TestNarrowProgress(t *testing.T) {
	for columns, want := range map[int]string{
		27: "epoch 3 of 4  0%  [......]", 26: "epoch 3 of 4  0%", 17: "epoch 3 of 4  0%", 16: "3/4 0%", 7: "3/4 0%", 6: "3/4", 4: "3/4", 3: "", 1: "",
	} {
		p, out, _ := lineOf(columns)
		p.show(0, item{"epoch 3 of 4", "3/4"})
		line := strings.TrimPrefix(out.String(), "\r")
		require.Len(t, line, columns-1, columns)
		require.Equal(t, want, strings.TrimRight(line, " "), columns)
	}
}

// TestTimeLeft: what is left follows from what has passed, and is not told at either end.
func TestTimeLeft(t *testing.T) {
	p, _, now := lineOf(80)
	*now = now.Add(time.Minute)
	for share, want := range map[float64]string{0: "", 0.25: "3m0s", 0.5: "1m0s", 0.75: "20s", 1: ""} {
		require.Equal(t, want, p.left(share), share)
	}
}

// TestBars: a bar is filled by the share, within its ends.
func TestBars(t *testing.T) {
	for share, want := range map[float64]string{-1: "[....]", 0: "[....]", 0.25: "[#...]", 0.49: "[#...]", 1: "[####]", 2: "[####]"} {
		require.Equal(t, want, bar(share, 6), share)
	}
}
