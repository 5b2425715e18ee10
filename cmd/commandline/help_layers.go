package commandline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// helpLayer is a group of a command's flags that are left out of the first page of its help.
type helpLayer struct {
	name, title string
	flags       []string
}

// helpLayers holds the groups of the commands that have many flags. The flags in none of the
// groups are those that most people set.
var helpLayers = map[string][]helpLayer{
	"train": {
		{"paper", "The paper's models", []string{"form", "layers", "hidden", "hinges", "phi2", "charge", "clamp", "lambda", "perturb"}},
		{"gmn-ode", "gmn-ode, the law of motion", []string{"weights", "order", "integrator", "dynamics", "radial", "direction", "forces", "messages", "law", "other-gravity"}},
		{"optimizer", "Optimizer and loss", []string{"train-size", "batch", "lr", "weight-decay", "valid-every", "patience", "schedule", "warmup", "clip", "ema", "loss", "beta1", "beta2", "drop-last"}},
		{"trajectories", "Trajectories and velocities", []string{"curriculum", "starts", "reverse", "noise", "velocity", "coarse"}},
		{"runs", "Several runs, and runs to start from", []string{"sweep", "init-partly", "fail-if-worse", "log"}},
		{"expert", "For experts", []string{"level", "scale", "memory", "each-reads", "no-examples"}},
	},
	"simulate": {
		{"mechanics", "Masses, springs, gravity", []string{"gravity", "mass", "damping", "hang", "neutral", "spring"}},
		{"contact", "Planes to hit", []string{"plane", "friction", "restitution", "stiffness"}},
		{"robots", "Robots", []string{"floating", "limits", "hold", "pose", "interval", "motors", "given"}},
		{"expert", "Integration", []string{"integrator", "time-step", "force-limit", "workers", "each-reads"}},
	},
	"rollout": {
		{"files", "Files and pictures", []string{"xyz", "glb", "sample", "up", "units"}},
		{"expert", "For experts", []string{"runtime", "velocity", "time", "timeout"}},
	},
	"export": {
		{"robots", "Files in joint coordinates", []string{"links", "point"}},
		{"radius", "How far predictions may be off", []string{"radius", "calibrate"}},
		{"expert", "The form of the file", []string{"depth", "functions", "loop", "train-step", "no-examples", "float16", "opset"}},
	},
}

// groupFlags puts the flags of commands into the groups of the help.
func groupFlags(command *kong.Node) {
	for _, below := range command.Children {
		for _, layer := range helpLayers[below.Name] {
			group := &kong.Group{Key: layer.name, Title: layer.title + ":"}
			for _, flag := range below.Flags {
				if slices.Contains(layer.flags, flag.Name) {
					flag.Group = group
				}
			}
		}
	}
}

// These are the topics of help besides the names of groups: the flags that most people set, and
// all flags.
const (
	firstPage = ""
	allFlags  = "all"
)

// helpTopic removes the topic from the arguments: that of --help=TOPIC, or the last word of
// help COMMAND TOPIC.
func helpTopic(args []string) (topic string, left []string) {
	words := 0
	asked := false // by the command help
	for _, arg := range args {
		if given, found := strings.CutPrefix(arg, "--help="); found {
			topic, arg = given, "--help"
		}
		if isName(arg) {
			words++
			asked = asked || words == 1 && arg == "help"
			if asked && words == 3 && helpLayers[left[len(left)-1]] != nil {
				topic = arg
				continue
			}
		}
		left = append(left, arg)
	}
	return topic, left
}

// layeredHelp returns a printer of the help of a command: its first page, one of its groups, or
// all.
func layeredHelp(topic string) kong.HelpPrinter {
	return func(options kong.HelpOptions, parsed *kong.Context) error {
		command := parsed.Selected()
		if command == nil || helpLayers[command.Name] == nil || topic == allFlags {
			return kong.DefaultHelpPrinter(options, parsed)
		}
		layers := helpLayers[command.Name]
		if topic != firstPage && !slices.ContainsFunc(layers, func(l helpLayer) bool { return l.name == topic }) {
			return fmt.Errorf("gmnc %s has no options of the group %s; it has %s", command.Path(), topic, strings.Join(layerNames(layers), ", "))
		}
		for _, flag := range parsed.Flags() {
			flag.Hidden = flag.Hidden || groupOf(flag) != topic
			if topic == firstPage {
				flag.Help = firstSentence(flag.Help)
			}
		}
		if err := kong.DefaultHelpPrinter(options, parsed); err != nil || topic != firstPage {
			return err
		}
		fmt.Fprintf(parsed.Stdout, "\nThere are more options; gmnc help %s GROUP shows a group of them, and\ngmnc help %[1]s all shows every option with its whole text:\n", command.Path())
		for _, layer := range layers {
			fmt.Fprintf(parsed.Stdout, "  %-14s%s\n", layer.name, layer.title)
		}
		return nil
	}
}

// firstSentence returns the part of a flag's help that the first page shows.
func firstSentence(help string) string {
	first, _, more := strings.Cut(help, ". ")
	if more {
		first += "."
	}
	return first
}

// groupOf returns the name of a flag's group, or the first page if it has none.
func groupOf(flag *kong.Flag) string {
	if flag.Group == nil {
		return firstPage
	}
	return flag.Group.Key
}

func layerNames(layers []helpLayer) (names []string) {
	for _, layer := range layers {
		names = append(names, layer.name)
	}
	return append(names, allFlags)
}
