package artifact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gmnc/ir"
	"gmnc/run"
)

// Difference is a value in which two models differ. A or B is "" if that model lacks the value.
type Difference struct {
	What string `json:"what"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// Diff returns the differences of two models, which are runs or exported files. It compares
// options, training, data and errors, as they are recorded, then graphs and weights.
func Diff(a, b *Model) ([]Difference, error) {
	ofA, err := a.recorded()
	if err != nil {
		return nil, err
	}
	ofB, err := b.recorded()
	if err != nil {
		return nil, err
	}
	differences := differing(ofA, ofB)
	differences = append(differences, differing(a.graphFacts(), b.graphFacts())...)
	return append(differences, differing(weightFacts(a, b))...), nil
}

// differing returns the facts that are not the same in both maps, sorted by name.
func differing(a, b map[string]string) (differences []Difference) {
	all := maps.Clone(a)
	maps.Copy(all, b)
	for _, what := range slices.Sorted(maps.Keys(all)) {
		if a[what] != b[what] {
			differences = append(differences, Difference{what, a[what], b[what]})
		}
	}
	return differences
}

// recorded returns the configuration, the metrics and the constants of the run, or of the run that
// was exported, by name. A model that is not built in has its constants' errors as they are stored.
func (m *Model) recorded() (map[string]string, error) {
	config := m.run.Config
	if config.Data != nil { // the digest of the data covers what follows from the samples
		data := *config.Data
		data.Examples, data.Baseline, data.Overlap, config.Data = nil, nil, "", &data
	}
	text, err := json.Marshal(config)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // a seed has more digits than a float64
	var tree map[string]any
	if err := decoder.Decode(&tree); err != nil {
		return nil, err
	}
	facts := map[string]string{}
	flatten(facts, "", tree)
	trained, err := m.Run()
	for name, value := range m.run.Metrics {
		if err != nil || !run.OfErrors(name) {
			facts["errors."+name] = value
		}
	}
	if err == nil {
		for name, text := range trained.ConstantTexts() {
			facts["constants."+name] = text
		}
	}
	return facts, nil
}

// flatten stores the leaves of a tree by their path. A list is a leaf, unless its elements are
// trees: these have their numbers in the path.
func flatten(facts map[string]string, path string, value any) {
	switch v := value.(type) {
	case map[string]any:
		for name, below := range v {
			flatten(facts, path+"."+name, below)
		}
		return
	case []any:
		if slices.ContainsFunc(v, isTree) {
			for i, below := range v {
				flatten(facts, fmt.Sprintf("%s.%d", path, i), below)
			}
			return
		}
	}
	facts[strings.TrimPrefix(path, ".")] = fmt.Sprint(value)
}

// isTree reports whether a value of a configuration has values by name.
func isTree(value any) bool {
	_, tree := value.(map[string]any)
	return tree
}

// graphFacts returns the number of operators of each kind in the model's graph. For a file, it
// adds the number of nodes, the operator set, and whether the file was changed.
func (m *Model) graphFacts() map[string]string {
	facts := map[string]string{}
	if m.file != nil {
		facts["file.nodes"], facts["file.opset"] = fmt.Sprint(m.file.Nodes), fmt.Sprint(m.file.Opset)
		facts["file.changed"] = fmt.Sprint(m.file.Changed)
	}
	trained, err := m.Run()
	if err != nil {
		return facts
	}
	flat, err := ir.Optimize(trained.Model.Module)
	if err != nil {
		return facts
	}
	counts := map[string]int{}
	for _, node := range flat.Main.Nodes {
		counts[string(node.Op.Name)]++
	}
	for name, count := range counts {
		facts["graph."+name] = fmt.Sprint(count)
	}
	return facts
}

// weightFacts compares weights. If both models have a weight of the same size but other values,
// it returns the number of values and their largest difference. It returns the number of values
// for each other weight that differs.
func weightFacts(a, b *Model) (ofA, ofB map[string]string) {
	ofA, ofB = map[string]string{}, map[string]string{}
	weightsA, weightsB := a.weightValues(), b.weightValues()
	for name, values := range weightsA {
		others := weightsB[name]
		if len(others) == len(values) {
			if apart := farthestApart(values, others); apart > 0 {
				ofA["weights."+name], ofB["weights."+name] = fmt.Sprintf("%d values", len(values)), fmt.Sprintf("within %.2g", apart)
			}
			continue
		}
		ofA["weights."+name] = fmt.Sprintf("%d values", len(values))
	}
	for name, values := range weightsB {
		if len(weightsA[name]) != len(values) {
			ofB["weights."+name] = fmt.Sprintf("%d values", len(values))
		}
	}
	return ofA, ofB
}

// weightValues returns the weights of the run or of the file. A file lacks weights that affect
// no output.
func (m *Model) weightValues() map[string][]float32 {
	if m.file != nil {
		return m.file.Weights
	}
	return m.run.Floats()
}

func farthestApart(a, b []float32) (apart float64) {
	for i := range a {
		apart = max(apart, math.Abs(float64(a[i])-float64(b[i])))
	}
	return apart
}
