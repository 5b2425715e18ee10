package commandline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/alecthomas/kong"

	"gmnc/experiments/bench"
)

type benchCommand struct {
	Epochs      int         `help:"Epochs of training to measure; 600 are the whole." default:"60"`
	Peers       bool        `help:"Measure PyTorch, JAX and the file that PyTorch exports instead, in turn with gmnc." xor:"measurement"`
	Growth      bool        `help:"Measure time and memory of batches of ever more edges instead, to tens of millions." xor:"measurement"`
	Simulator   bool        `help:"Measure how long the simulator takes, and its error, for time steps of several lengths, next to the time of a prediction." xor:"measurement"`
	Waits       bool        `help:"Measure how long commands that people wait for take instead, on simulated data: fits of constants, exports, a molecule to read, and single predictions." xor:"measurement"`
	Install     bool        `help:"With --peers: make the environment first, with python3 and pip, several GB from PyPI."`
	Environment string      `help:"With --peers: the folder of the environment, by default the one that GMNC_PEERS names, or one in gmnc's cache." placeholder:"FOLDER"`
	Output      benchPath   `short:"o" help:"Also write the numbers: .json with a description of the machine, or .csv." placeholder:"OUT.json"`
	Plot        picturePath `help:"With --growth: also draw the time per edge, .png or .svg." placeholder:"OUT.png"`
	PlotMemory  picturePath `help:"With --growth: also draw the memory per edge, .png or .svg." placeholder:"OUT.png"`
	overwriting
}

// benchPath is the path of a file of numbers.
type benchPath string

// Validate returns an error for an extension other than .json and .csv, so that it counts as
// wrong use of the command.
func (p benchPath) Validate() error {
	if p == "" || hasExtension(string(p), ".csv") || hasExtension(string(p), ".json") {
		return nil
	}
	return errors.New(string(p) + " ends neither in .json nor in .csv, which determine the format")
}

// AfterApply returns an error for options that belong to another measurement, and for two
// pictures with the same file.
func (c *benchCommand) AfterApply(parsed *kong.Context) error {
	if c.Peers || c.Growth || c.Simulator || c.Waits {
		if err := needs(parsed, "the measurement of training, without --peers, --growth, --simulator and --waits", "epochs"); err != nil {
			return err
		}
	}
	switch {
	case !c.Peers && (c.Install || c.Environment != ""):
		return errors.New("--install and --environment are of --peers")
	case !c.Growth && c.Plot+c.PlotMemory != "":
		return errors.New("--plot and --plot-memory are of --growth")
	case c.Plot != "" && filepath.Clean(string(c.Plot)) == filepath.Clean(string(c.PlotMemory)):
		return fmt.Errorf("--plot and --plot-memory are both %s: name a file for each", c.Plot)
	}
	return c.options().Training.Validate()
}

func (c *benchCommand) options() bench.Options {
	options := bench.DefaultOptions()
	options.Training.Epochs = c.Epochs
	return options
}

func (c *benchCommand) Run(ctx context.Context, t *terminal) error {
	measure := bench.Measure
	switch {
	case c.Growth:
		measure = bench.MeasureGrowth
	case c.Simulator:
		measure = bench.MeasureSimulator
	case c.Waits:
		measure = measureWaits
	case c.Peers:
		measure = func(ctx context.Context, options bench.Options, progress func(done, all int)) (*bench.Report, error) {
			python, err := c.environment(ctx, t)
			if err != nil {
				return nil, err
			}
			return bench.MeasurePeers(ctx, options, python, progress)
		}
	}
	return c.measure(ctx, t, c.options(), measure)
}

// measureWaits measures the waits for commands of this program's own executable.
func measureWaits(ctx context.Context, options bench.Options, progress func(done, all int)) (*bench.Report, error) {
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	options.Waits.Program = []string{own}
	return bench.MeasureWaits(ctx, options, progress)
}

// environment returns the environment of the other runtimes, and installs it first if --install
// is given.
func (c *benchCommand) environment(ctx context.Context, t *terminal) (bench.PeerEnvironment, error) {
	folder := c.Environment
	if folder == "" {
		folder = bench.DefaultPeerFolder()
	}
	if c.Install {
		if err := bench.InstallPeers(ctx, folder, t.out); err != nil {
			return bench.PeerEnvironment{}, err
		}
	}
	return bench.OpenPeerEnvironment(folder)
}

// measurement is the type of the measurements of package bench.
type measurement func(ctx context.Context, options bench.Options, progress func(done, all int)) (*bench.Report, error)

func (c *benchCommand) measure(ctx context.Context, t *terminal, options bench.Options, measure measurement) error {
	if err := c.vacant(string(c.Output), string(c.Plot), string(c.PlotMemory)); err != nil {
		return err
	}
	if c.Peers || c.Growth || c.Simulator {
		defer collectEarly()() // as gmnc train does
	} else {
		options.Collect = collectEarly // onnx-go allocates much in each call, and gmnc predict collects it later
	}
	progress := t.progress()
	report, err := measure(ctx, options, func(done, all int) {
		progress.show(float64(done)/float64(all), item{"measuring", "measuring"})
	})
	progress.clear()
	if err != nil {
		return stopped(err, "nothing was written")
	}
	return errors.Join(report.WriteTable(t.out), c.write(report))
}

// write writes the files that the flags ask for.
func (c *benchCommand) write(report *bench.Report) error {
	numbers := report.WriteJSON
	if hasExtension(string(c.Output), ".csv") {
		numbers = report.WriteCSV
	}
	var all []error
	for _, file := range []struct {
		path  string
		write func(path string) error
	}{{string(c.Output), numbers}, {string(c.Plot), report.DrawTime}, {string(c.PlotMemory), report.DrawMemory}} {
		if file.path != "" {
			all = append(all, file.write(file.path))
		}
	}
	return errors.Join(all...)
}
