package artifact

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gmnc/builder/config"
	"gmnc/internal/fields"
	"gmnc/internal/numeral"
)

// ImportOptions states what a file of weights may lack: options of the published code that
// change what a model computes and leave no trace in its weights. For nil and "", the file
// decides, or else the defaults of the published programs.
type ImportOptions struct {
	Recurrent    *bool    // layers add to the features of particles
	Activation   string   // the activation of all networks
	CoordsWeight *float64 // the factor of forces
	// Rename lists substitutions in the names of weights, which apply one after the other. Each
	// is OLD=NEW, where OLD is a regular expression.
	Rename []string
}

// Validate returns an error if the factor is not finite, or if a substitution is malformed.
func (o ImportOptions) Validate() error {
	if o.CoordsWeight != nil && (math.IsNaN(*o.CoordsWeight) || math.IsInf(*o.CoordsWeight, 0)) {
		return fields.Errorf("{coords_weight} %g is no factor: expected a finite number", *o.CoordsWeight)
	}
	_, err := o.rules()
	return err
}

// rule is a substitution in the names of weights.
type rule struct {
	pattern     *regexp.Regexp
	replacement string
	fits        bool // whether it matches a name in the file
}

// rules parses the substitutions of Rename.
func (o ImportOptions) rules() (rules []*rule, err error) {
	for _, text := range o.Rename {
		from, to, found := strings.Cut(text, "=")
		pattern, err := regexp.Compile(from)
		if !found || from == "" || err != nil {
			return nil, fields.Errorf("{rename} %.80q: expected OLD=NEW, a regular expression of names in the file and what stands in its place", text)
		}
		rules = append(rules, &rule{pattern: pattern, replacement: to})
	}
	return rules, nil
}

// setting is an option of the published code.
type setting struct {
	name     string
	keys     []string // names in metadata
	standard string   // the default of the published programs
	// only is the single value that gmnc supports, or "" if it supports all.
	only string
	read func(text string) (value string, err error)
}

var settingTable = []setting{
	{"recurrent", []string{"recurrent"}, "true", "", readBool},
	{"activation", []string{"activation", "act_fn", "act"}, "silu", "silu", readActivation},
	{"coords_weight", []string{"coords_weight"}, "1", "", readNumber},
	{"norm_diff", []string{"norm_diff"}, "false", "false", readBool},
	{"tanh", []string{"tanh"}, "false", "false", readBool},
	{"attention", []string{"attention"}, "false", "false", readBool},
}

func readBool(text string) (string, error) {
	value, err := strconv.ParseBool(strings.ToLower(text))
	return strconv.FormatBool(value), err
}

func readNumber(text string) (string, error) {
	value, ok := numeral.Text.Parse(text)
	if !ok {
		return "", fmt.Errorf("%.40q is no number", text)
	}
	return strconv.FormatFloat(value, 'g', -1, 64), nil
}

// readActivation parses a name such as nn.SiLU().
func readActivation(text string) (string, error) {
	name := strings.ToLower(text[strings.LastIndex(text, ".")+1:])
	name, _, _ = strings.Cut(name, "(")
	if name == "swish" {
		name = "silu"
	}
	return name, nil
}

// settings holds the values of the table's options. The map said holds those that the file or
// the user stated.
type settings struct {
	values map[string]string
	said   map[string]bool
}

// settingsOf reads options from the metadata of a file and from o. It returns an error if they
// contradict each other, or if gmnc does not support an option.
func settingsOf(source string, metadata map[string]string, o ImportOptions) (settings, error) {
	s := settings{map[string]string{}, map[string]bool{}}
	asked := map[string]string{}
	if o.Recurrent != nil {
		asked["recurrent"] = strconv.FormatBool(*o.Recurrent)
	}
	if o.CoordsWeight != nil {
		asked["coords_weight"] = fmt.Sprint(*o.CoordsWeight)
	}
	if o.Activation != "" {
		asked["activation"] = o.Activation
	}
	for _, setting := range settingTable {
		value, said := noted(metadata, setting.keys)
		if given, isGiven := asked[setting.name]; isGiven {
			given, _ = setting.read(given)
			if read, err := setting.read(value); said && (err != nil || read != given) {
				return s, fields.Errorf("%s says that {"+setting.name+"} is %s, not %s: leave it out", source, value, given)
			}
			value, said = given, true
		}
		s.said[setting.name] = said
		if !said {
			value = setting.standard
		}
		read, err := setting.read(value)
		if err != nil {
			return s, fmt.Errorf("%s says that %s is %.40q, which can't be read", source, setting.name, value)
		}
		switch {
		case setting.only == "" || read == setting.only:
		case read == "true":
			return s, fmt.Errorf("%s was trained with the option %s, which gmnc does not have: train without it", source, setting.name)
		default:
			return s, fmt.Errorf("%s was trained with the %s %.40s, which gmnc does not have: train with %s", source, setting.name, read, setting.only)
		}
		s.values[setting.name] = read
	}
	return s, nil
}

// noted finds an option in metadata: under its name, as the last part of a key such as
// "args.norm_diff", or anywhere in a value that is a JSON object.
func noted(metadata map[string]string, names []string) (value string, found bool) {
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		if slices.Contains(names, key[strings.LastIndex(key, ".")+1:]) {
			return metadata[key], true
		}
		var object map[string]any
		if json.Unmarshal([]byte(metadata[key]), &object) != nil {
			continue
		}
		if value, found := within(object, names); found {
			return value, true
		}
	}
	return "", false
}

// within finds an option in an object or in a nested object.
func within(object map[string]any, names []string) (value string, found bool) {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if slices.Contains(names, key) {
			return fmt.Sprint(object[key]), true
		}
		if inner, is := object[key].(map[string]any); is {
			if value, found := within(inner, names); found {
				return value, true
			}
		}
	}
	return "", false
}

// apply sets what the model of a file is, and multiplies its weights by the factor of forces.
// It returns a note that lists the options of the model, and says whether they were stated or
// assumed.
func (s settings) apply(c *config.Config, values map[string][]float32) (note string, err error) {
	var says, assumed []string
	for _, setting := range settingTable {
		if c.Model == "linear" || c.Model == "rf" && setting.name != "activation" && setting.name != "coords_weight" ||
			c.Model == "gnn" && setting.name != "activation" && setting.name != "recurrent" && setting.name != "attention" {
			continue // the model does not have this option
		}
		text := setting.name + " " + s.values[setting.name]
		if s.said[setting.name] {
			says = append(says, text)
		} else {
			assumed = append(assumed, text)
		}
	}
	if s.values["recurrent"] == "false" && c.Model != "linear" && c.Model != "rf" {
		c.Residual = config.NoResidual
	}
	if factor, _ := strconv.ParseFloat(s.values["coords_weight"], 32); factor != 1 {
		if c.Model == "rf" {
			return "", fmt.Errorf("coords_weight is %g, which gmnc does not have in rf: train with 1", factor)
		}
		// The published code clamps the forces of edges at 100 before the factor. Here they are
		// clamped after it.
		for name, weight := range values {
			if strings.HasSuffix(name, "/coordinate/linear2/weight") {
				for i := range weight {
					weight[i] *= float32(factor)
				}
			}
		}
	}
	var parts []string
	if len(says) > 0 {
		parts = append(parts, "as said: "+strings.Join(says, ", "))
	}
	if len(assumed) > 0 {
		parts = append(parts, "assumed, as weights do not show it: "+strings.Join(assumed, ", "))
	}
	return strings.Join(parts, "; "), nil
}
