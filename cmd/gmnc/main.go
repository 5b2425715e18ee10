// Command gmnc simulates constrained particle systems, trains models of
// their dynamics and exports them as ONNX files.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// commands is the command line; each command has a file of its own.
type commands struct {
	Simulate simulateCommand `cmd:"" help:"Simulate a data set of constrained particles."`
	Train    trainCommand    `cmd:"" help:"Train a model on a data set."`
	Export   exportCommand   `cmd:"" help:"Export a trained model as a checked ONNX file."`
	Predict  predictCommand  `cmd:"" help:"Predict with a model and print its errors."`
	Inspect  inspectCommand  `cmd:"" help:"Show what a model, a run or a data set holds."`
	Import   importCommand   `cmd:"" help:"Turn weights of the published PyTorch GMN into a run."`
	Doctor   doctorCommand   `cmd:"" help:"Show which runtimes were found, and how to get a missing one."`
	Demo     demoCommand     `cmd:"" help:"Run the whole job on a small system, in about a minute."`
}

// Exit codes.
const (
	exitFailure = 1
	exitUsage   = 2
)

const description = `Learned dynamics of constrained particle systems: simulate, train, export to ONNX.

A first session:

  gmnc simulate --system 3,2,1 --train 500 -o data.npz
  gmnc train data.npz -o run --epochs 100
  gmnc export run -o model.onnx
  gmnc predict model.onnx data.npz`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is the whole program, but for the process: it returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	exited := -1
	parser, err := kong.New(&commands{},
		kong.Name("gmnc"), kong.Description(description),
		kong.Writers(stdout, stderr), kong.Exit(func(code int) { exited = code }),
		kong.UsageOnError(), kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		fmt.Fprintf(stderr, "gmnc: %v\n", err)
		return exitFailure
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	selected, err := parser.Parse(args)
	if exited >= 0 {
		return exited
	}
	if err != nil {
		fmt.Fprintf(stderr, "gmnc: %v (see gmnc --help)\n", err)
		return exitUsage
	}
	selected.BindTo(ctx, (*context.Context)(nil))
	if err := selected.Run(&terminal{stdout, stderr}); err != nil {
		if !errors.Is(err, errStopped) {
			err = fmt.Errorf("%w", err)
		}
		fmt.Fprintf(stderr, "gmnc: %v\n", err)
		return exitFailure
	}
	return 0
}
