package commandline

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
	"gmnc/train/preset"
	"gmnc/train/sweep"
)

// setting is a flag with its value, which is "" for a switch.
type setting struct{ flag, value string }

// text returns the flag and its value with a separator between them.
func (s setting) text(separator string) string {
	if s.value == "" {
		return "--" + s.flag
	}
	return "--" + s.flag + separator + s.value
}

// settings are the flags of a preset. They implement kong.Resolver.
type settings []setting

// settingsOf returns the flags by which one preset differs from another. By the zero preset
// they are those by which it differs from the defaults, and --model.
func settingsOf(p, from preset.Preset) (all settings) {
	if from.Name == "" {
		from.Model, from.Options = config.DefaultConfig(), run.DefaultOptions()
		from.Model.Model = ""
	}
	add := func(flag string, value, other any) {
		if !reflect.DeepEqual(value, other) {
			all = append(all, setting{flag, worded(flag, value)})
		}
	}
	add("model", p.Model.Model, from.Model.Model)
	add("layers", p.Model.Layers, from.Model.Layers)
	add("hidden", p.Model.Hidden, from.Model.Hidden)
	add("forces", p.Model.Forces, from.Model.Forces)
	add("learn", namesOf(p.Model.Learn), namesOf(from.Model.Learn))
	values, others := reflect.ValueOf(p.Options), reflect.ValueOf(from.Options)
	for i := range values.NumField() {
		if field := values.Type().Field(i); field.Tag.Get("kong") == "" {
			key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			add(cmp.Or(field.Tag.Get("name"), strings.ReplaceAll(key, "_", "-")), values.Field(i).Interface(), others.Field(i).Interface())
		}
	}
	add("drop-last", !p.Options.KeepLast, !from.Options.KeepLast)
	if p.OwnVelocity && !(from.OwnVelocity && p.Options.Velocity == from.Options.Velocity) {
		all = append(all, setting{"velocity", worded("velocity", p.Options.Velocity)})
	}
	return all
}

// worded returns the value of a flag as on a command line.
func worded(flag string, value any) string {
	switch v := value.(type) {
	case bool:
		return ""
	case string:
		return cmp.Or(v, map[string]string{"schedule": "constant", "loss": "mse", "scale": "none"}[flag])
	case []int:
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ","), "[]")
	case []string:
		return strings.Join(v, ",")
	}
	return fmt.Sprint(value)
}

// namesOf returns the names of constants.
func namesOf(constants []config.Constant) (names []string) {
	for _, c := range constants {
		names = append(names, c.Name)
	}
	return names
}

// presetFlags returns the flags of a preset, or none for a name that no preset has.
func presetFlags(name string) settings {
	p, err := preset.Named(name)
	if err != nil {
		return nil
	}
	return settingsOf(p, preset.Preset{})
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
	for _, name := range preset.Names() {
		all = append(all, name+": "+presetFlags(name).String())
	}
	return strings.Join(all, ". ")
}

func (all settings) String() string {
	var texts []string
	for _, s := range all {
		texts = append(texts, s.text(" "))
	}
	return strings.Join(texts, " ")
}

// Resolve implements kong.Resolver. It returns the preset's value of a flag.
func (all settings) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, s := range all {
		switch {
		case s.flag != flag.Name:
		case s.value == "":
			return true, nil
		default:
			return s.value, nil
		}
	}
	return nil, nil
}

// has reports whether the preset sets a flag.
func (all settings) has(flag string) bool {
	return slices.ContainsFunc(all, func(s setting) bool { return s.flag == flag })
}

// Validate implements kong.Resolver. It does nothing, since kong checks names and values as
// those of the command line.
func (all settings) Validate(*kong.Application) error { return nil }

// flagName returns the name of the flag at an element of a parsed path, or "" if the element is
// no flag.
func flagName(at *kong.Path) string {
	if at.Flag == nil {
		return ""
	}
	return at.Flag.Name
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
		parsed.AddResolver(presetFlags("fast"))
	}
	for _, given := range parsed.Path {
		if flagName(given) != "preset" {
			continue
		}
		name := fmt.Sprint(parsed.FlagValue(given.Flag))
		chosen := presetFlags(name)
		if chosen == nil {
			return fmt.Errorf("there is no --preset %s; known: %s", name, strings.Join(preset.Names(), ", "))
		}
		parsed.AddResolver(chosen)
	}
	return nil
}

// printPresets prints what the presets of a sweep have chosen, once for each preset.
func printPresets(t *terminal, variants []variant, runs []sweep.Run, data *datasets.Data) {
	said := map[string]bool{}
	for i, v := range variants {
		if !said[v.command.Preset] {
			v.command.printPreset(t, *runs[i].Job.Config.Training, data)
		}
		said[v.command.Preset] = true
	}
}

// printPreset prints what the preset has chosen, and which of its flags the other flags or the
// data rule out.
func (c *trainCommand) printPreset(t *terminal, options run.Options, data *datasets.Data) {
	if c.Preset == "" {
		return
	}
	if c.chosen != "" {
		t.notice("%s", c.chosen)
	} else {
		t.notice("--preset %s is %s; options that you give yourself override it", c.Preset, presetFlags(c.Preset))
	}
	left := map[string]bool{"coarse": len(options.Coarse) == 0, "curriculum": len(options.Curriculum) == 0, "warmup": options.Warmup == 0}
	for _, flag := range slices.Sorted(maps.Keys(left)) {
		if left[flag] && presetFlags(c.Preset).has(flag) {
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
