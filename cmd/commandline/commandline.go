// Package commandline is the command line of gmnc. A program that registers
// models of its own calls Run and has every command for them, too.
package commandline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	completion "github.com/jotaen/kong-completion"

	"gmnc/builder/config"
	"gmnc/internal/fields"
	"gmnc/predict/law"
	"gmnc/run"
	"gmnc/run/logs"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/runtime/native/kernels"
	"gmnc/sysid"
)

// commands holds the commands and the flags that all have. Each command has a file of its own.
type commands struct {
	Simulate  simulateCommand  `cmd:"" help:"Simulate a data set of constrained particles." example:"gmnc simulate --system 3,2,1 --train 500 --seed 43 -o data.npz"`
	Prepare   prepareCommand   `cmd:"" help:"Make a data set from recordings of any kind; read a robot."`
	Decompose decomposeCommand `cmd:"" help:"Choose other sticks and hinges among the bonds of a data set." example:"gmnc decompose walk.npz --maximum -o other.npz"`
	Train     trainCommand     `cmd:"" help:"Train a model on a data set." example:"gmnc train data.npz -o run --epochs 100 --patience 50"`
	Fit       fitCommand       `cmd:"" help:"Fit a network in closed form to motions of one body whose particles have names." example:"gmnc fit walk.npz -o run"`
	Identify  identifyCommand  `cmd:"" help:"Find a robot's masses, inertias and friction in what it recorded, with errors." example:"gmnc identify arm.urdf log.csv -o found.json --urdf found.urdf"`
	Excite    exciteCommand    `cmd:"" help:"Design a motion of a robot from which its constants can be found, within its limits." example:"gmnc excite arm.urdf -o motion.csv --log log.csv"`
	Export    exportCommand    `cmd:"" help:"Export a trained model as a checked ONNX file." example:"gmnc export run -o model.onnx"`
	Predict   predictCommand   `cmd:"" help:"Predict with a model and print its errors." example:"gmnc predict model.onnx data.npz -o predictions.npz"`
	Rollout   rolloutCommand   `cmd:"" help:"Apply a model again and again, and follow its errors and drift." example:"gmnc rollout model.onnx data.npz --steps 50 --pictures pictures"`
	Inspect   inspectCommand   `cmd:"" help:"Show the contents of a model, a run or a data set." example:"gmnc inspect model.onnx"`
	Law       lawCommand       `cmd:"" help:"Describe the forces between particles that a gmn-ode has learned." example:"gmnc law run data.npz -o law.png"`
	Diff      diffCommand      `cmd:"" help:"Show how two runs or exported files differ: options, data, errors, graph, weights." example:"gmnc diff run other"`
	Verify    verifyCommand    `cmd:"" help:"Measure again whether an exported file keeps its promises." example:"gmnc verify model.onnx --html page.html"`
	Import    importCommand    `cmd:"" help:"Turn weights of a published PyTorch model into a run." example:"gmnc import published.pt -o run"`
	Bench     benchCommand     `cmd:"" help:"Measure the speed of training, of runtimes and of the simulator. This takes a minute or two, and longer with --peers or --growth." example:"gmnc bench --epochs 60 -o numbers.json"`
	Models    modelsCommand    `cmd:"" help:"List the models that can be trained, and what each one guarantees." example:"gmnc models"`
	Doctor    doctorCommand    `cmd:"" help:"Show which runtimes were found, and how to get a missing one." example:"gmnc doctor"`
	Report    reportCommand    `cmd:"" help:"Write a page about a model: how it learned, its errors, systems in space." example:"gmnc report run data.npz -o report.html"`
	View      viewCommand      `cmd:"" help:"Serve a page about a model to this machine's browser, where the page runs the model itself." example:"gmnc view model.onnx data.npz"`
	Plot      plotCommand      `cmd:"" help:"Draw a run or its predictions: learning curve, errors, a sample in space." example:"gmnc plot run data.npz --sample 3 -o pictures"`
	Reproduce reproduceCommand `cmd:"" help:"Make tables and figures of the paper again." example:"gmnc reproduce sota --budget 30m"`
	Demo      demoCommand      `cmd:"" help:"Run the whole job on a small system, in a few seconds." example:"gmnc demo -o demo --seed 2"`

	Run        runCommand        `cmd:"" help:"Do something to the files of a run."`
	Compare    compareCommand    `cmd:"" help:"Compare runs in a table, and in one picture of their learning curves." example:"gmnc compare run other -o curves.png"`
	Help       helpCommand       `cmd:"" help:"Explain a command." example:"gmnc help train"`
	Completion completionCommand `cmd:"" help:"Show how bash, zsh or fish completes commands, flags and their values." example:"source <(gmnc completion -c bash)"`

	manner
	Version kong.VersionFlag `help:"Show the version."`
}

// These are the exit codes.
const (
	exitSuccess = 0
	exitFailure = 1
	exitUsage   = 2
	exitStopped = 130 // what shells report of a program that Ctrl-C ended
)

const description = `Learned dynamics of constrained particle systems: simulate, train, export to ONNX.

A first session:

  gmnc simulate --system 3,2,1 --train 500 -o data.npz
  gmnc train data.npz -o run
  gmnc export run -o model.onnx
  gmnc predict model.onnx data.npz`

// choices replaces the variables in the help texts and enums of flags by the choices that
// packages know. As variables of kong, each of them would be searched for further ones, for
// every flag.
func choices() kong.Option {
	known := strings.NewReplacer(
		"${integrators}", integrators(),
		"${forms}", strings.Join(law.FormNames(), ", "),
		"${terms}", strings.Join(sysid.TermNames(), ", "),
		"${constants}", strings.Join(config.Learnable(), ", "),
		"${models}", strings.Join(config.Models(), ","),
		"${presets}", describePresets(),
		"${phi2}", strings.Join(append([]string{standard}, config.Phi2Forms()...), ","),
		"${runtimes}", strings.Join(engines.Names(engines.All()), ","),
		"${tables}", tableNames(),
		"${logs}", strings.Join(logs.Formats(), ","),
	)
	return kong.PostBuild(func(k *kong.Kong) error {
		return kong.Visit(k.Model, func(node kong.Visitable, next kong.Next) error {
			if value, ok := node.(*kong.Value); ok {
				value.Help, value.Enum = known.Replace(value.Help), known.Replace(value.Enum)
				value.Help = strings.ReplaceAll(value.Help, "${enum}", strings.ReplaceAll(value.Enum, ",", ", "))
			}
			return next(nil)
		})
	})
}

// Run does what the arguments, without the name of the program, ask for and returns the exit
// code: 0 for success, 1 for a failure, 2 for wrong use, 130 after an interrupt. Results go to
// stdout, progress and errors to stderr. An output that cannot be written is a failure.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := &output{to: stdout}
	code := onRanks(ctx, args, out, stderr)
	if err := out.failure(); err != nil && code != exitUsage {
		complain(stderr, err)
		return exitFailure
	}
	return code
}

// execute does what the arguments ask for, as one of the ranks. If they ask for JSON objects,
// it also writes a failure as an object.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer, ranks runtime.Ranks) (int, error) {
	code, err := carryOut(ctx, args, stdout, stderr, ranks)
	if err != nil && asksForObjects(args) {
		(&objects{to: stdout}).write("error", errorReport{oneLine(err)})
	}
	return code, err
}

// asksForObjects reports whether --json is among the flags, of which some may be wrong.
func asksForObjects(args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--json") || slices.Contains(args, "--json=true")
}

// carryOut does what execute does, except that it writes no object for a failure.
func carryOut(ctx context.Context, args []string, stdout, stderr io.Writer, ranks runtime.Ranks) (int, error) {
	if at := slices.IndexFunc(args, func(arg string) bool { return !utf8.ValidString(arg) }); at >= 0 {
		return exitUsage, fmt.Errorf("the argument %q is not valid UTF-8: rename the file or folder that it names", args[at])
	}
	started := collectLate()
	defer started()
	exited := -1
	all := new(commands)
	topic, args := helpTopic(args)
	args = asFlags(args)
	parser := newParser(all, stdout, stderr, func(code int) { exited = code }, kong.Help(layeredHelp(topic)), onlyFirst(args))
	completion.Register(parser) // answers a shell that asks, and exits
	if exited >= 0 {
		return exited, nil
	}
	command, err := parser.Parse(args)
	if exited >= 0 {
		return exited, nil // help was asked for and printed
	}
	if err != nil {
		page, better := mistaken(err), suggestion(err)+elsewhere(err, allCommands)
		return exitUsage, fmt.Errorf("%w%s (see %s --help)", reworded(err), better, page)
	}
	if err := kernels.Check(); err != nil {
		return exitFailure, err
	}
	if ranks.Rank() > 0 && !slices.Contains(shared, command.Selected().Name) {
		return exitSuccess, ranks.Agree(nil)
	}
	started()
	t := newTerminal(stdout, stderr, all.manner, ranks)
	err = ranks.Agree(interruptible(ctx, command, t))
	t.flush()
	return exitCode(err), err
}

// AfterApply refuses an output without a name, such as from a shell variable that is not set.
func (*commands) AfterApply(parsed *kong.Context) error {
	for _, given := range parsed.Path {
		if given.Flag != nil && given.Flag.Name == "output" && given.Flag.Target.String() == "" {
			return errors.New("--output is empty: name a file or a folder to write")
		}
	}
	return nil
}

func exitCode(err error) int {
	switch {
	case err == nil:
		return exitSuccess
	case errors.Is(err, errStopped):
		return exitStopped
	}
	return exitFailure
}

func newParser(all *commands, stdout, stderr io.Writer, exit func(code int), more ...kong.Option) *kong.Kong {
	parser := kong.Must(all, append(more,
		kong.Name("gmnc"), kong.Description(description), kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Writers(stdout, stderr), kong.Exit(exit), kong.NamedMapper("folder", kong.MapperFunc(folderName)),
		numbers(), choices(), kong.Vars{"version": "gmnc " + run.Version()},
	)...)
	showExamples(parser.Model.Node)
	groupFlags(parser.Model.Node)
	describeCompletion(parser.Model.Node)
	return parser
}

// onlyFirst has a parser read the command with which the arguments begin, and leave the others out. It
// changes nothing where they begin otherwise, or where a shell asks for completions. Reading all
// commands takes longer than many of them run.
func onlyFirst(args []string) kong.Option {
	var others []string
	found := false
	for field := range reflect.TypeFor[commands]().Fields() {
		switch _, command := field.Tag.Lookup("cmd"); {
		case command && strings.ToLower(field.Name) == args[0]:
			found = true
		case command:
			others = append(others, field.Name)
		}
	}
	if !found || os.Getenv("COMP_LINE") != "" {
		return kong.IgnoreFields()
	}
	return kong.IgnoreFields(`^commands\.(` + strings.Join(others, "|") + `)$`)
}

// allCommands returns the grammar of all commands.
func allCommands() *kong.Node {
	return newParser(new(commands), io.Discard, io.Discard, func(int) {}).Model.Node
}

// errorReport is the JSON object of a failure.
type errorReport struct {
	Message string `json:"message"`
}

// complain reports a failure. At a terminal the name of the program is red, and lines are
// wrapped.
func complain(stderr io.Writer, err error) {
	const name = "gmnc: "
	text, shown := name+oneLine(err), name
	if file, ok := isTerminal(stderr); ok {
		text = wrap(text, columns(file))
	}
	if colored(stderr) {
		shown = red.paint(name)
	}
	fmt.Fprintln(stderr, shown+strings.TrimPrefix(text, name))
}

// longestError is the number of bytes of an error that are shown. Libraries quote what they
// could not read, which may be megabytes.
const longestError = 4096

// oneLine returns the text of an error on one line. Errors of libraries may have several lines.
func oneLine(err error) string {
	lines := strings.FieldsFunc(fields.Translate(err, flagOf), func(r rune) bool { return r == '\n' || r == '\r' })
	text := strings.Map(visible, strings.Join(lines, "; "))
	if len(text) <= longestError {
		return text
	}
	return strings.ToValidUTF8(text[:longestError], "") + fmt.Sprintf(" ... (%d bytes more)", len(text)-longestError)
}

// flagOf returns the flag that sets an option of a configuration.
func flagOf(option string) string {
	if option == "learning_rate" {
		return "--lr"
	}
	return "--" + strings.ReplaceAll(option, "_", "-")
}

// mistaken returns the name of the command that was used wrongly, or "gmnc" if it is not known.
func mistaken(err error) string {
	if wrong, ok := errors.AsType[*kong.ParseError](err); ok && wrong.Context.Selected() != nil {
		return wrong.Context.Selected().FullPath()
	}
	return "gmnc"
}
