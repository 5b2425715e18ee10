package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// terminal is where a command writes: results to out, progress to err.
type terminal struct{ out, err io.Writer }

func (t *terminal) printf(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// bar shows progress over a number of steps, with their rate and the time
// left. Where progress does not go to a terminal, nothing is drawn.
func (t *terminal) bar(steps int, what, unit string) *progressbar.ProgressBar {
	return progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(t.err),
		progressbar.OptionSetVisibility(interactive(t.err)),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetItsString(unit),
		progressbar.OptionShowIts(),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)
}

func interactive(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
