package commandline

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// terminal is where a command writes: results to out, progress to err.
type terminal struct {
	out, err    io.Writer
	interactive bool // progress is seen by a person
}

func newTerminal(out, err io.Writer) *terminal {
	file, ok := err.(*os.File)
	return &terminal{out, err, ok && term.IsTerminal(int(file.Fd()))}
}

func (t *terminal) printf(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// bar shows progress over a number of steps, with the time left. Where
// nobody watches, nothing is drawn.
func (t *terminal) bar(steps int, what string) *progressbar.ProgressBar {
	return progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(t.err),
		progressbar.OptionSetVisibility(t.interactive),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(20),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)
}
