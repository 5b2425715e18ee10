package commandline

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/export"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

func TestNothingPrintsHelp(t *testing.T) {
	nothing := gmnc(t)
	require.Equal(t, gmnc(t, "--help"), nothing)
	require.Empty(t, nothing.err)
	require.Contains(t, nothing.out, "A first session:")
}

// commandNames are the names of all commands, from the command line itself,
// except for the commands of the library that completes them.
func commandNames() []string {
	var names []string
	fields := reflect.TypeFor[commands]()
	for i := range fields.NumField() {
		if _, command := fields.Field(i).Tag.Lookup("cmd"); !command {
			continue
		}
		if fields.Field(i).Type != reflect.TypeFor[completionCommand]() {
			names = append(names, strings.ToLower(fields.Field(i).Name))
		}
	}
	return names
}

// TestHelpShowsEveryDefault: flags are switches, or required, or say what
// they are by default; only where there is nothing to say, nothing is said.
func TestHelpShowsEveryDefault(t *testing.T) {
	defaults := 0
	for i, name := range commandNames() {
		require.Contains(t, gmnc(t, "--help").out, "  "+name+" ")
		flags := reflect.TypeFor[commands]().Field(i).Type
		for k := range flags.NumField() {
			if below := flags.Field(k); below.Type.Kind() == reflect.Struct && !below.Anonymous {
				path := []string{name}
				if _, embedded := below.Tag.Lookup("embed"); !embedded {
					path = append(path, strings.ToLower(below.Name))
				}
				defaults += requireDefaults(t, path, below.Type)
			}
		}
		defaults += requireDefaults(t, []string{name}, flags)
	}
	require.Greater(t, defaults, 20)
}

// requireDefaults returns how many defaults the help of a command shows.
func requireDefaults(t *testing.T, command []string, flags reflect.Type) (defaults int) {
	output := gmnc(t, append(command, "--help=all")...).out
	for k := range flags.NumField() {
		flag := flags.Field(k)
		if flag.Type.Kind() == reflect.Struct || !flag.IsExported() {
			continue // a command of its own
		}
		if flag.Tag.Get("kong") == "-" {
			continue // no flag
		}
		value, has := flag.Tag.Lookup("default")
		if has && strings.Contains(flag.Tag.Get("help"), "the default is "+value) {
			continue // of some calls alone
		}
		if !has {
			_, positional := flag.Tag.Lookup("arg")
			_, required := flag.Tag.Lookup("required")
			optional := strings.HasPrefix(flag.Tag.Get("placeholder"), "OUT.") || strings.Contains(strings.ToLower(flag.Tag.Get("help")), "by default")
			require.True(t, positional || required || flag.Type.Kind() == reflect.Bool || optional,
				"%s %s has no default", command, flag.Name)
			continue
		}
		if flag.Type.Kind() == reflect.String {
			value = fmt.Sprintf("%q", value)
		}
		require.Contains(t, output, "="+value, "gmnc %s --help", command)
		defaults++
	}
	return defaults
}

// TestDefaultsAreThoseOfThePackages: the command line says them once more,
// as text.
func TestDefaultsAreThoseOfThePackages(t *testing.T) {
	var c trainCommand
	parser, err := kong.New(&c, choices())
	require.NoError(t, err)
	_, err = parser.Parse([]string{getSession(t).data, "-o", "run", "--model", "gmn"})
	require.NoError(t, err)
	job, err := c.job(new(datasets.Data), nil, runtime.Alone{})
	require.NoError(t, err)
	require.Equal(t, config.DefaultConfig(), job.Config.Model)
	require.Equal(t, run.DefaultOptions(), *job.Config.Training)
	require.Contains(t, gmnc(t, "export", "--help=all").out, fmt.Sprintf("--opset=%d", export.DefaultOpset))
}

// TestModelOptions: flags become the options of the model and the training.
func TestModelOptions(t *testing.T) {
	var c trainCommand
	parser, err := kong.New(&c, choices())
	require.NoError(t, err)
	_, err = parser.Parse(strings.Fields(getSession(t).data + " -o run --phi2 fxv-shared --charge node --perturb join+split"))
	require.NoError(t, err)
	job, err := c.job(new(datasets.Data), nil, runtime.Alone{})
	require.NoError(t, err)
	require.Equal(t, []string{"phi2 fxv-shared", "charge node"}, job.Config.Model.Options())
	require.Equal(t, system.JoinSplit, job.Config.Training.Perturb)
}

// TestEveryOptionOfTrainingHasAFlag: what a configuration can say of training, the
// command line can, but for what a run finds by itself.
func TestEveryOptionOfTrainingHasAFlag(t *testing.T) {
	other := map[string]string{"keep_last": "--drop-last", "lambda_from": "--lambda", "cauchy_length": "--loss"}
	help := gmnc(t, "train", "--help=all").out
	options := reflect.TypeFor[run.Options]()
	for i := range options.NumField() {
		name, _, _ := strings.Cut(options.Field(i).Tag.Get("json"), ",")
		flag := cmp.Or(other[name], flagOf(name))
		require.Regexp(t, "(?m)"+flag+"\\b", help, "the option %s has no flag", name)
	}
}

// TestDecays: the usual decays leave no trace in a configuration.
func TestDecays(t *testing.T) {
	of := func(flags string) run.Options {
		var c trainCommand
		parser, err := kong.New(&c, choices())
		require.NoError(t, err)
		_, err = parser.Parse(strings.Fields("data.npz -o run " + flags))
		require.NoError(t, err)
		return c.options()
	}
	require.Equal(t, of(""), of("--beta1 0.9 --beta2 0.999"))
	require.Equal(t, [2]float64{0, 0}, [2]float64{of("").Beta1, of("").Beta2})
	require.Equal(t, [2]float64{0.8, 0.99}, [2]float64{of("--beta1 0.8 --beta2 0.99").Beta1, of("--beta1 0.8 --beta2 0.99").Beta2})
}

func TestWrongUsage(t *testing.T) {
	for _, c := range []struct {
		args    string
		message string
	}{
		{"bogus", "unexpected argument bogus (see gmnc --help)"},
		{"train data.npz -o run --beta1 0", "--beta1 and --beta2 are numbers above 0 and below 1, and one is 0"},
		{"train data.npz -o run --beta2 1", "a mean of squares cannot decay by 1 a step: --beta2 is a number above 0 and below 1"},
		{"train data.npz -o run --bogus", "unknown flag --bogus (see gmnc train --help)"},
		{"train -o run", `missing arguments: <data> (see gmnc train --help)`},
		{"train data.npz", "missing flags: --output=RUN (see gmnc train --help)"},
		{"train data.npz -o run --preset paper --preset best", "--preset is given twice, as --preset paper and as --preset best: it has one value (see gmnc train --help)"},
		{"train data.npz -o run --lr 1e-3 --quiet --lr=1e-4", "--lr is given twice, as --lr 1e-3 and as --lr=1e-4"},
		{"train data.npz -o run --drop-last --no-drop-last", "--drop-last is given twice, as --drop-last and as --no-drop-last"},
		{"train data.npz -o run --lr 1e-3 --sweep lr=1e-3,5e-4", "--sweep: --lr is given twice, as --lr 1e-3 and as --lr=1e-3"},
		{"predict run data.npz -o a.npz --output b.npz", "--output is given twice, as -o a.npz and as --output b.npz"},
		{"train data.npz -o run --epochs many", `--epochs: expected a whole number of 64 bits, such as 12, but got "many"`},
		{"train data.npz -o run --lr fast", "--lr"},
		{"train data.npz -o run --model transformer", `--model must be one of "` + strings.Join(config.Models(), `","`) + `" but got "transformer"`},
		{"train data.npz -o run --model GMN", `but got "GMN", did you mean "gmn"? (see`},
		{"train data.npz -o run --model gmn_ode", `but got "gmn_ode", did you mean "gmn-ode"? (see`},
		{"train data.npz -o run --epoch 3", `unknown flag --epoch, did you mean "--epochs"?`},
		{"predict data.npz model.onnx", "data.npz is a data set and model.onnx is not: the model comes first, gmnc predict model.onnx data.npz"},
		{"identify log.csv arm.urdf", "arm.urdf is a robot's file, expected a log: the robot comes first, gmnc identify ROBOT.urdf LOG"},
		{"identify arm.urdf log.csv --test other.urdf", "other.urdf is a robot's file, expected a log"},
		{"prepare joints arm.urdf arm.urdf -o data.npz", "gmnc prepare joints ROBOT.urdf LOG"},
		{"plot data.npz run", "the model comes first, gmnc plot run data.npz"},
		{"train data.npz -o run --form exact", `--form must be one of "published","paper" but got "exact"`},
		{"train data.npz -o run --model linear --hidden 32", "--hidden does not go with --model linear, which has neither layers nor width"},
		{"train data.npz -o run --layers 2 --model linear", "--layers does not go with --model linear"},
		{"train data.npz -o run --phi2 fv", `--phi2 must be one of "standard","f","f-shared","fxv","fxv-shared","mlp","raw-gram" but got "fv"`},
		{"train data.npz -o run --perturb bend", `--perturb must be one of "none","join","split","join+split","length" but got "bend"`},
		{"train data.npz -o run -O3", `--level must be one of "0","1","2" but got "3"`},
		{"train data.npz -o run --sweep seed=1,2 --seed 3", "--sweep seed and --seed exclude each other: name all seeds in --sweep seed=1,2,3"},
		{"train data.npz -o run --batch 0", "a batch of 0 samples is impossible: use --batch 1 or more"},
		{"train data.npz -o run --model linear --lambda 0.3", "--lambda 0.3 does not go with --model linear, which trains without the constraint term"},
		{"export run -o step.onnx --train-step --test data.npz", "--train-step goes neither with --rollout nor with --test"},
		{"predict model.onnx", `missing arguments: <data> (see gmnc predict --help)`},
		{"predict model.onnx data.npz --split all", `--split must be one of "train","valid","test" but got "all"`},
		{"predict model.onnx data.npz --runtime tensorrt", `--runtime must be one of "auto","native","gorgonia","onnxruntime","onnx-go","interpreter" but got "tensorrt"`},
		{"simulate -o data.npz --seed -1", "--seed"},
		{"simulate -o data", "--output: data does not end in .npz, by which other commands know it"},
		{"prepare mocap folder -o walk.txt", "walk.txt does not end in .npz"},
		{"prepare md17 file.xyz -o file.xyz", "file.xyz does not end in .npz"},
		{"decompose data.npz -o other.npz --largest 4", "--largest bounds trees: give --trees, too"},
		{"decompose data.npz -o other.npz --trees --largest 1", "--largest 1 is impossible: expected 2 or more, or 0 for any number"},
		{"decompose data.npz -o other.npz --trees --hinges 1", "--trees takes all bonds: --hinges and --maximum choose among them without it"},
		{"decompose data.npz -o other.npz --hinges=-3", "--hinges -3 is impossible: expected 0 or more"},
		{"decompose data.npz -o other", "other does not end in .npz"},
		{"predict run data.npz -o out", "out does not end in .npz"},
		{"compare run -o curves.txt", `--output: cannot draw curves.txt: no picture format has the extension ".txt"; known are .png and .svg`},
		{"law run data.npz -o law.gif", `no picture format has the extension ".gif"`},
		{"plot run --sample 3", "--sample needs a data set to predict, behind the model"},
		{"plot run data.npz --sample=-1", "--sample -1 is impossible: samples are counted from 0"},
		{"rollout run data.npz --pictures out --sample=-1", "--sample -1 is impossible: samples are counted from 0"},
		{"prepare arrays file.npz -o data.npz --dt inf", "--dt +Inf: it is a number above 0, or 0 for none"},
		{"plot run --beside other", "--beside needs a data set"},
		{"plot run --split test", "--split needs a data set"},
		{"report run -o page.html --steps 3", "--steps needs a data set to predict, behind the model"},
		{"report run -o page.html --up z", "--up needs a data set"},
		{"report predictions.npz -o page.html", "predictions.npz is no model: a page is about a run folder or an .onnx file"},
		{"report predictions.npz data.npz -o page.html", "predictions.npz is no model"},
		{"view predictions.npz data.npz", "predictions.npz is no model"},
		{"inspect data.npz --ir", "--ir needs a model, and data.npz is a data set"},
		{"inspect data.npz --diagram", "--diagram needs a model, and data.npz is a data set"},
		{"inspect data.npz --diagram --ir", "--ir needs a model, and data.npz is a data set"}, // in one order
		{"import learned.onnx -o run --activation silu", "learned.onnx goes without --recurrent, --activation, --coords-weight and --rename: its model is known"},
		{"import tuned.npz --train-step step.onnx -o run --no-recurrent", "--train-step goes without --recurrent"},
		{"rollout run data.npz --time 2", "--time needs --velocity displacement"},
		{"rollout run data.npz --velocity displacement --time nan", "--time: expected a decimal number, such as 0.5 or 1e-3, but got \"nan\""},
		{"rollout run data.npz --velocity displacement --time inf", "--time +Inf is impossible"},
		{"rollout run data.npz --sample 3", "--sample needs --pictures"},
		{"rollout run data.npz --up z", "--up needs --pictures"},
		{"export run -o model", "model does not end in .onnx"},
		{"import weights.pt -o run --rename (=x", `--rename "(=x": expected OLD=NEW, a regular expression`},
		{"import weights.pt -o run --coords-weight inf", "--coords-weight +Inf is no factor: expected a finite number"},
		{"export run -o model.onnx --rollout --radius 0.9 --calibrate data.npz", "--radius goes with a --rollout of so many steps"},
		{"export run -o model.onnx --train-step --radius 0.9 --calibrate data.npz", "--radius does not go with --train-step"},
		{"export run -o model.onnx --gradients velocity,velocity", "--gradients has velocity twice"},
		{"export run -o model.onnx --opset 0", "--opset 0 is impossible: expected 15 to 21"},
		{"export run -o model.onnx --depth=-1", "--depth -1 is impossible: expected 1 or more"},
		{"prepare md17 file.xyz -o data.npz --span 0", "\"0\" is no span: expected a number of frames, such as 10"},
		{"report run data.npz -o page.html --samples 0", "--samples 0 shows nothing: 1 or more"},
		{"report run data.npz -o page.html --steps=-1", "--steps -1 is impossible: 1 or more, or 0 for as far as the truth is known"},
		{"train data.npz -o model.onnx", "--output: model.onnx must be a folder, but ends like a file: leave .onnx out (see gmnc train --help)"},
		{"plot run -o curve.PNG", "curve.PNG must be a folder"},
		{"export run", "missing flags: --output=MODEL.onnx"},
		{"export run --output=", "--output is empty: name a file or a folder to write"},
		{"train data.npz --output=", "--output is empty"},
	} {
		requireOneLine(t, exitUsage, c.message, call(context.Background(), strings.Fields(c.args)...))
	}
}

// TestRepeatedFlags that say the same, are switches or lists, are no wrong usage.
func TestRepeatedFlags(t *testing.T) {
	s := getSession(t)
	for _, flags := range []string{"--split test --split test", "--json --json", "-qq"} {
		gmnc(t, append([]string{"predict", s.run, s.data}, strings.Fields(flags)...)...)
	}
	gmnc(t, "plot", s.run, s.data, "--beside", s.run, "--beside", s.model, "-o", t.TempDir())
	gmnc(t, s.training(filepath.Join(t.TempDir(), "sweep"), "--seed", "3", "--sweep", "lr=1e-3,5e-4", "--epochs", "1")...)
}
