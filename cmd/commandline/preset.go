package commandline

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
	"gmnc/train/sweep"
)

// preset is a list of flags as on a command line. Each has a name and, unless it is a switch, a
// value.
type preset []string

// presets holds the choices of --preset. docs/training.md says how well each does.
var presets = map[string]preset{
	"paper":     {"--model gmn", "--epochs 600", "--batch 200", "--lr 5e-4", "--schedule constant", "--loss mse", "--drop-last", "--velocity 0", "--scale none"},
	"fast":      {"--model gmn-ode", "--layers 8", "--epochs 90", "--batch 50", "--lr 2e-3", "--schedule cosine", "--reverse"},
	"constants": {"--model gmn-ode", "--forces none", "--epochs 1", "--batch 50"},
	"contact": {"--model gmn-ode", "--forces none", "--layers 6", "--hidden 32", "--epochs 6", "--batch 32", "--lr 5e-3", "--schedule cosine", "--loss huber",
		"--clip 1", "--curriculum 24,48", "--unroll 64", "--velocity 0.02", "--valid-every 1"},
	"best": {"--model gmn-ode", "--layers 24", "--coarse 12", "--epochs 90", "--batch 25", "--lr 2e-3", "--schedule cosine", "--warmup 2", "--reverse", "--clip 0.1"},
}

// ofSteps holds the flags that drop a preset's --coarse, which belongs to the steps of the
// preset's own model.
var ofSteps = []string{"layers", "model", "weights", "init"}

// yieldPreset drops options of a preset that do not fit the other flags. set holds the flags
// that the preset has set.
func (c *trainCommand) yieldPreset(set map[string]bool) {
	o := &c.Training
	others := slices.ContainsFunc(ofSteps, func(name string) bool { return c.given[name] })
	if set["coarse"] && (others || len(o.Coarse) >= o.Epochs) {
		o.Coarse = nil
	}
	if set["warmup"] && o.Warmup > o.Epochs {
		o.Warmup = 0
	}
	if set["curriculum"] && (len(o.Curriculum) >= o.Epochs || slices.Max(o.Curriculum) > o.Unroll) {
		o.Curriculum = nil
	}
}

// describePresets returns a text with the flags of each preset.
func describePresets() string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(presets)) {
		all = append(all, name+": "+presets[name].String())
	}
	return strings.Join(all, ". ")
}

func (p preset) String() string { return strings.Join(p, " ") }

// value returns the value of a flag, or nil if the preset does not set it.
func (p preset) value(flag string) any {
	for _, given := range p {
		name, value, hasValue := strings.Cut(strings.TrimPrefix(given, "--"), " ")
		switch {
		case name != flag:
		case hasValue:
			return value
		default:
			return true
		}
	}
	return nil
}

// Resolve implements kong.Resolver. It returns the preset's value of a flag.
func (p preset) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	return p.value(flag.Name), nil
}

// Validate implements kong.Resolver. It does nothing, since kong checks names and values as
// those of the command line.
func (p preset) Validate(*kong.Application) error { return nil }

// flagName returns the name of the flag at an element of a parsed path, or "" if the element is
// no flag.
func flagName(at *kong.Path) string {
	if at.Flag == nil {
		return ""
	}
	return at.Flag.Name
}

// number returns the value of a flag that is a whole number, or 0 if the preset does not set
// it.
func (p preset) number(flag string) int {
	value, _ := p.value(flag).(string)
	number, _ := strconv.Atoi(value)
	return number
}

// BeforeResolve gives flags that the call does not set the values of the preset.
func (c *trainCommand) BeforeResolve(parsed *kong.Context) error {
	given := map[string]bool{}
	for _, at := range parsed.Path {
		given[flagName(at)] = true
		if flagName(at) == "sweep" {
			for _, text := range parsed.FlagValue(at.Flag).([]string) {
				name, _, _ := strings.Cut(text, "=")
				given[name] = true
			}
		}
	}
	if c.automatic = automatic(given); c.automatic { // fast until the data are read
		parsed.AddResolver(presets["fast"])
	}
	for _, given := range parsed.Path {
		if flagName(given) != "preset" {
			continue
		}
		name := fmt.Sprint(parsed.FlagValue(given.Flag))
		chosen, known := presets[name]
		if !known {
			return fmt.Errorf("there is no --preset %s; known: %s", name, strings.Join(slices.Sorted(maps.Keys(presets)), ", "))
		}
		parsed.AddResolver(chosen)
	}
	return nil
}

// sayPresets prints what the presets of a sweep have chosen, once for each preset.
func sayPresets(t *terminal, variants []variant, runs []sweep.Run, data *datasets.Data) {
	said := map[string]bool{}
	for i, v := range variants {
		if !said[v.command.Preset] {
			v.command.sayPreset(t, *runs[i].Job.Config.Training, data)
		}
		said[v.command.Preset] = true
	}
}

// sayPreset prints what the preset has chosen, and which of its flags the other flags or the
// data rule out.
func (c *trainCommand) sayPreset(t *terminal, options run.Options, data *datasets.Data) {
	if c.Preset == "" {
		return
	}
	if c.chosen != "" {
		t.notice("%s", c.chosen)
	} else {
		t.notice("--preset %s is %s; options that you give yourself override it", c.Preset, presets[c.Preset])
	}
	left := map[string]bool{"coarse": len(options.Coarse) == 0, "curriculum": len(options.Curriculum) == 0, "warmup": options.Warmup == 0}
	for _, flag := range slices.Sorted(maps.Keys(left)) {
		if left[flag] && presets[c.Preset].value(flag) != nil {
			t.notice("--%s of the preset is left out, because the other options do not allow it", flag)
		}
	}
	if c.Preset == "contact" && !slices.ContainsFunc(data.Train, func(s system.Sample) bool { return s.Planes() > 0 }) {
		t.notice("warning: --preset contact is for bodies that hit planes, and the data have none, so that all fall freely: give the array plane to gmnc prepare arrays, or --plane to gmnc simulate")
	}
	if c.reverseByPreset && !options.Reverse {
		t.notice("without --reverse: %s", fields.Translate(train.Reversible(data.Train), flagOf))
	}
}
