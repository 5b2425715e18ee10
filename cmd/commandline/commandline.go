// Package commandline is the command line of gmnc. A program that registers
// models of its own calls Run and has every command for them, too.
package commandline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"gmnc/builder"
	"gmnc/deploy"
	"gmnc/internal/fields"
	"gmnc/runtime/engines"
	"gmnc/runtime/native/kernels"
)

// commands is the command line; each command has a file of its own.
type commands struct {
	Simulate  simulateCommand  `cmd:"" help:"Simulate a data set of constrained particles."`
	Prepare   prepareCommand   `cmd:"" help:"Make a data set from motion capture or from a molecule's trajectory."`
	Decompose decomposeCommand `cmd:"" help:"Choose other sticks and hinges among the bonds of a data set."`
	Train     trainCommand     `cmd:"" help:"Train a model on a data set."`
	Export    exportCommand    `cmd:"" help:"Export a trained model as a checked ONNX file."`
	Predict   predictCommand   `cmd:"" help:"Predict with a model and print its errors."`
	Inspect   inspectCommand   `cmd:"" help:"Show what a model, a run or a data set holds."`
	Import    importCommand    `cmd:"" help:"Turn weights of a published PyTorch model into a run."`
	Bench     benchCommand     `cmd:"" help:"Measure the speed of training, runtimes and simulation, in a minute or two."`
	Models    modelsCommand    `cmd:"" help:"List the models that can be trained, and what each one guarantees."`
	Doctor    doctorCommand    `cmd:"" help:"Show which runtimes were found, and how to get a missing one."`
	Plot      plotCommand      `cmd:"" help:"Draw a run or its predictions: learning curve, errors, a sample in space."`
	Reproduce reproduceCommand `cmd:"" help:"Make tables and figures of the paper again."`
	Demo      demoCommand      `cmd:"" help:"Run the whole job on a small system, in a few seconds."`

	Version kong.VersionFlag `help:"Show the version."`
}

// Exit codes.
const (
	exitSuccess = 0
	exitFailure = 1
	exitUsage   = 2
	exitStopped = 130 // what shells report of a program that Ctrl-C ended
)

const description = `Learned dynamics of constrained particle systems: simulate, train, export to ONNX.

A first session:

  gmnc simulate --system 3,2,1 --train 500 -o data.npz
  gmnc train data.npz -o run --epochs 100
  gmnc export run -o model.onnx
  gmnc predict model.onnx data.npz`

// choices are what flags may be, where packages know it.
func choices() kong.Vars {
	return kong.Vars{
		"models":   strings.Join(builder.Models(), ","),
		"phi2":     strings.Join(append([]string{standard}, builder.Phi2Forms()...), ","),
		"runtimes": strings.Join(engines.Names(), ","),
		"tables":   tableNames(),
	}
}

// Run does what the arguments, without the name of the program, ask for and
// returns the exit code: 0; 1 for a failure; 2 for a wrong use; 130 after an
// interrupt. Results go to stdout, progress and errors to stderr.
// An output that cannot be written is a failure.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := &output{to: stdout}
	code := execute(ctx, args, out, stderr)
	if err := out.failure(); err != nil && code != exitUsage {
		complain(stderr, err)
		return exitFailure
	}
	return code
}

func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	exited := -1
	parser := kong.Must(&commands{},
		kong.Name("gmnc"), kong.Description(description), kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Writers(stdout, stderr), kong.Exit(func(code int) { exited = code }),
		choices(), kong.Vars{"version": "gmnc " + deploy.Version()},
	)
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if exited >= 0 {
		return exited // help was asked for and printed
	}
	if err != nil {
		complain(stderr, fmt.Errorf("%w (see %s --help)", err, mistaken(err)))
		return exitUsage
	}
	if err := kernels.Check(); err != nil {
		complain(stderr, err)
		return exitFailure
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	handInterrupts(ctx, command)
	if err := command.Run(newTerminal(stdout, stderr)); err != nil {
		complain(stderr, err)
		if errors.Is(err, errStopped) {
			return exitStopped
		}
		return exitFailure
	}
	return exitSuccess
}

// complain writes an error as one line; those of libraries may have more.
func complain(stderr io.Writer, err error) {
	lines := strings.FieldsFunc(fields.Translate(err, flagOf), func(r rune) bool { return r == '\n' || r == '\r' })
	fmt.Fprintf(stderr, "gmnc: %s\n", strings.Map(visible, strings.Join(lines, "; ")))
}

// flagOf is the flag that sets an option of a configuration.
func flagOf(option string) string {
	if option == "learning_rate" {
		return "--lr"
	}
	return "--" + strings.ReplaceAll(option, "_", "-")
}

// mistaken is the command whose use was wrong, as far as it is known.
func mistaken(err error) string {
	if wrong, ok := errors.AsType[*kong.ParseError](err); ok && wrong.Context.Selected() != nil {
		return wrong.Context.Selected().FullPath()
	}
	return "gmnc"
}

// handInterrupts gives the command, if it takes a context, one that an
// interrupt ends; a second interrupt ends the program at once. Commands
// without a context are ended by the first.
func handInterrupts(ctx context.Context, command *kong.Context) {
	command.BindToProvider(func() (context.Context, error) {
		interrupted, release := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
		context.AfterFunc(interrupted, release)
		return interrupted, nil
	})
}

// errStopped ends a command that the user interrupted.
var errStopped = errors.New("stopped")

// stopped says what is left after an interrupt; other errors pass.
func stopped(err error, left string) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w: %s", errStopped, left)
	}
	return err
}
