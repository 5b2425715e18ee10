package run

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/internal/strictjson"
	"gmnc/runtime"
)

// sealKey is the key of the seal in the metadata of the weights.
const sealKey = "seal"

// seal records what a run was when its weights were written. A reader of the run compares its
// files with it, so that no changed configuration or weight passes as trained and measured. The
// weights and their seal are in one file, which is replaced as a whole.
type seal struct {
	// Configuration is the text of the configuration, without what a resumed training changes.
	// It is parsed like the file, so that values that builds leave out do not differ.
	Configuration string `json:"configuration"`
	// Stated holds the metrics: the validation error, its epoch, and standard errors.
	Stated map[string]string `json:"stated,omitempty"`
	// Weights holds the SHA-256 of each weight's shape and numbers.
	Weights map[string]string `json:"weights,omitempty"`
}

// sealed returns the seal of the run as it is now.
func (r *Run) sealed() (seal, error) {
	configuration, err := json.Marshal(r.Config.bound())
	s := seal{string(configuration), r.Metrics, map[string]string{}}
	for name, weight := range r.Weights {
		s.Weights[name] = digest(weight)
	}
	return s, err
}

// bound returns the part of a configuration that belongs to the weights. A resumed training may
// change the kernels, the build and the number of epochs, and keeps the weights as long as none
// are better.
func (c Config) bound() Config {
	c.Version, c.Kernels = "", nil
	if c.Training != nil {
		training := *c.Training
		training.Epochs, training.Patience = 0, 0
		c.Training = &training
	}
	return c
}

// leaves returns the texts of all values of a configuration by their paths, such as
// "model.learn[0].name", and the lengths of its lists. It leaves out zero values, as builds
// differ in whether they write them.
func (c Config) leaves() (map[string]string, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // a seed has more digits than a float64
	var tree any
	if err := decoder.Decode(&tree); err != nil {
		return nil, err
	}
	found := map[string]string{}
	addLeaves(found, "", tree)
	return found, nil
}

func addLeaves(found map[string]string, path string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for name, below := range value {
			addLeaves(found, strings.TrimPrefix(path+"."+name, "."), below)
		}
	case []any:
		if len(value) > 0 { // a zero at the end of a list is no leaf
			found[path+" (length)"] = fmt.Sprint(len(value))
		}
		for i, below := range value {
			addLeaves(found, fmt.Sprintf("%s[%d]", path, i), below)
		}
	default:
		if text := fmt.Sprint(value); text != "" && text != "0" && text != "false" && value != nil {
			found[path] = text
		}
	}
}

// digest returns the SHA-256 of a weight's shape and numbers.
func digest(weight runtime.Tensor) string {
	sum := sha256.New()
	fmt.Fprintln(sum, weight.Shape)
	bits := make([]byte, 0, 4*len(weight.Float))
	for _, value := range weight.Float {
		bits = binary.LittleEndian.AppendUint32(bits, math.Float32bits(value))
	}
	sum.Write(bits)
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// differences describes what in a run has changed since it was sealed.
func (s seal) differences(now seal) (found []string, err error) {
	var configurations [2]map[string]string
	for i, text := range []string{s.Configuration, now.Configuration} {
		config, err := parseConfig([]byte(text))
		if err != nil {
			return nil, err
		}
		if configurations[i], err = config.bound().leaves(); err != nil {
			return nil, err
		}
	}
	was, is := configurations[0], configurations[1]
	paths := changed(was, is)
	slices.SortStableFunc(paths, modelFirst)
	for _, path := range paths {
		found = append(found, fmt.Sprintf("%s is %s and was %s", path,
			cmp.Or(is[path], "absent"), cmp.Or(was[path], "absent")))
	}
	for _, name := range changed(s.Stated, now.Stated) {
		found = append(found, fmt.Sprintf("the stated %s is %s and was %s", name, cmp.Or(now.Stated[name], "absent"), cmp.Or(s.Stated[name], "absent")))
	}
	for _, name := range changed(s.Weights, now.Weights) {
		found = append(found, fmt.Sprintf("the weight %s is another", name))
	}
	return found, nil
}

// modelFirst compares paths of a configuration such that what changes predictions comes first.
func modelFirst(a, b string) int {
	rank := func(path string) int {
		if strings.HasPrefix(path, "model.") {
			return 0
		}
		return 1
	}
	return cmp.Compare(rank(a), rank(b))
}

// changed returns the keys for which two maps have different values, in order.
func changed(before, now map[string]string) []string {
	all := maps.Clone(now)
	maps.Copy(all, before)
	maps.DeleteFunc(all, func(key, _ string) bool { return before[key] == now[key] })
	return slices.Sorted(maps.Keys(all))
}

// text returns the seal as JSON, as the metadata store it.
func (s seal) text() (string, error) {
	text, err := json.Marshal(s)
	return string(text), err
}

// noSeal is the difference of weights without a seal. The seal was removed, or a build from
// before there were seals wrote the weights, so that changes can't be found.
const noSeal = "its weights have no seal, which says what they belong to"

// unsealed removes the seal from the metrics of a run that was read, and returns the
// differences of the run from it.
func (r *Run) unsealed() (differ []string, err error) {
	text, has := r.Metrics[sealKey]
	if !has {
		return []string{noSeal}, nil
	}
	if delete(r.Metrics, sealKey); len(r.Metrics) == 0 {
		r.Metrics = nil
	}
	now, err := r.sealed()
	if err != nil {
		return nil, err
	}
	var before seal
	if err = strictjson.Unmarshal([]byte(text), &before); err == nil {
		differ, err = before.differences(now)
	}
	if err != nil {
		return nil, fmt.Errorf("its seal is damaged: %w", err)
	}
	return differ, nil
}

// mostNamed is the maximal number of differences that an error names.
const mostNamed = 4

// listed returns the first differences, and the number of the others.
func listed(differ []string) string {
	if len(differ) <= mostNamed {
		return strings.Join(differ, ", ")
	}
	return fmt.Sprintf("%s, and %d more", strings.Join(differ[:mostNamed], ", "), len(differ)-mostNamed)
}

// Seal binds the weights of the run in a store to its configuration as both are now, after
// somebody changed one of them on purpose. It returns the differences from the previous seal.
// If there are any, the metrics are removed, as they were measured with other weights.
func Seal(store Store) (differ []string, err error) {
	if _, err := ReadConfig(store); err != nil {
		return nil, err
	}
	release, err := store.Lock()
	if err != nil {
		return nil, err
	}
	defer release()
	trained, differ, err := readWhole(store)
	if err != nil {
		return nil, err
	}
	if config.Known(trained.Config.Model.Model) {
		if _, err := trained.builtFrom(store); err != nil {
			return nil, err
		}
	}
	if len(differ) > 0 {
		trained.Metrics = nil
	}
	return differ, trained.WriteWeights(store)
}
