package predict

import (
	"encoding/json"
	"maps"
	"slices"

	"gmnc/runtime"
	"gmnc/system"
)

// Shared predicts with the predictors of all ranks. Each rank predicts a part of the samples
// with about the same number of edges, and all ranks receive all predictions.
func Shared(p Predictor, ranks runtime.Ranks) Predictor {
	if runtime.Together(ranks).Size() == 1 {
		return p
	}
	return shared{p, ranks}
}

type shared struct {
	Predictor
	ranks runtime.Ranks
}

func (s shared) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	return PositionsBy(s.Outputs, samples)
}

func (s shared) Outputs(samples []system.Sample) (map[string][]float32, error) {
	weights := make([]int, len(samples))
	for i := range samples {
		weights[i] = samples[i].Particles() + samples[i].Edges()
	}
	at := runtime.Parts(weights, s.ranks.Size())
	first, end := at[s.ranks.Rank()], at[s.ranks.Rank()+1]
	own, err := s.Predictor.Outputs(samples[first:end])
	err = system.Renumber(err, func(i int) int { return first + i })
	if err := s.ranks.Agree(err); err != nil {
		return nil, err
	}
	lengths, err := s.lengths(own)
	if err != nil {
		return nil, err
	}
	all := map[string][]float32{}
	for _, name := range slices.Sorted(maps.Keys(lengths[0])) {
		at := make([]int, s.ranks.Size()+1)
		for rank, of := range lengths {
			at[rank+1] = at[rank] + of[name]
		}
		all[name] = make([]float32, at[s.ranks.Size()])
		copy(all[name][at[s.ranks.Rank()]:], own[name])
		if err := s.ranks.AllGather(all[name], at); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// lengths returns the lengths of each rank's outputs by name. The first rank has some of the
// samples in any case, and so all names.
func (s shared) lengths(own map[string][]float32) ([]map[string]int, error) {
	counts := map[string]int{}
	for name, values := range own {
		counts[name] = len(values)
	}
	text, err := json.Marshal(counts)
	if err != nil {
		return nil, err
	}
	all, err := s.ranks.Share(text)
	if err != nil {
		return nil, err
	}
	lengths := make([]map[string]int, len(all))
	for rank, text := range all {
		if err := json.Unmarshal(text, &lengths[rank]); err != nil {
			return nil, err
		}
	}
	return lengths, nil
}
