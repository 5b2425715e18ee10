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

// sealKey is the metadata of the weights that have the seal.
const sealKey = "seal"

// seal is what a run was when its weights were written. Whoever reads the run holds its files
// to it, so that no changed configuration or weight is taken for what was trained and
// measured. The weights and their seal are one file, which is replaced as a whole.
type seal struct {
	// Configuration is the text of the configuration, except for what a resumed training
	// changes. It is read as the file is, so that what builds leave out does not differ.
	Configuration string `json:"configuration"`
	// Stated has the metrics: the validation error, its epoch, standard errors.
	Stated map[string]string `json:"stated,omitempty"`
	// Weights has the SHA-256 of each weight's shape and numbers.
	Weights map[string]string `json:"weights,omitempty"`
}

// sealed is the seal of the run as it is.
func (r *Run) sealed() (seal, error) {
	configuration, err := json.Marshal(r.Config.bound())
	s := seal{string(configuration), r.Metrics, map[string]string{}}
	for name, weight := range r.Weights {
		s.Weights[name] = digest(weight)
	}
	return s, err
}

// bound is the part of a configuration that belongs to the weights. A resumed training goes
// on with other kernels, builds and epochs, and has the same weights as long as none are
// better.
func (c Config) bound() Config {
	c.Version, c.Kernels = "", nil
	if c.Training != nil {
		training := *c.Training
		training.Epochs, training.Patience = 0, 0
		c.Training = &training
	}
	return c
}

// leaves are the texts of all values of a configuration by their paths, such as
// "model.learn[0].name", and the lengths of its lists. What is zero is left out, as in the
// file: builds differ in what they write of it.
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

// digest is the SHA-256 of a weight's shape and numbers.
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

// differences says what of a run is another thing than when it was sealed.
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

// modelFirst orders paths of a configuration: what changes predictions comes first.
func modelFirst(a, b string) int {
	rank := func(path string) int {
		if strings.HasPrefix(path, "model.") {
			return 0
		}
		return 1
	}
	return cmp.Compare(rank(a), rank(b))
}

// changed are the keys of which two maps have different values, in order.
func changed(before, now map[string]string) []string {
	all := maps.Clone(now)
	maps.Copy(all, before)
	maps.DeleteFunc(all, func(key, _ string) bool { return before[key] == now[key] })
	return slices.Sorted(maps.Keys(all))
}

// text is the seal as the metadata have it.
func (s seal) text() (string, error) {
	text, err := json.Marshal(s)
	return string(text), err
}

// noSeal is what differs of weights from which nobody can tell what was changed: the seal was
// taken away, or a build of before there were seals wrote them.
const noSeal = "its weights have no seal, which says what they belong to"

// unsealed takes the seal out of a read run's metrics, and says what of the run differs from
// it.
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

// mostNamed is how many differences an error names.
const mostNamed = 4

// listed are the first of some differences, and how many more there are.
func listed(differ []string) string {
	if len(differ) <= mostNamed {
		return strings.Join(differ, ", ")
	}
	return fmt.Sprintf("%s, and %d more", strings.Join(differ[:mostNamed], ", "), len(differ)-mostNamed)
}

// Seal binds the weights of the run in a store to its configuration as both are now, after
// somebody changed one of them on purpose. It returns what differs from the seal that was
// there. Where anything does, what was stated of the weights is left out: it was measured
// of others.
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
