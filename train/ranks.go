package train

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gmnc/run"
	"gmnc/runtime"
)

// shareStore makes the ranks, or this process alone, work as one on the job's store.
func (j *Job) shareStore() {
	j.Ranks = runtime.Together(j.Ranks)
	j.Store = run.Shared(j.Store, j.Ranks)
}

// checkRanks reports an error if a rank has another version, kernels, model, option or data
// file.
func (j *Job) checkRanks() error {
	if j.Ranks.Size() == 1 {
		return nil
	}
	own := j.Config
	if j.Engine.Kernels != nil {
		own.Kernels = []string{j.Engine.Kernels()}
	}
	text, err := json.Marshal(own)
	if err := j.Ranks.Agree(err); err != nil {
		return err
	}
	all, err := j.Ranks.Share(text)
	if err != nil {
		return err
	}
	return j.Ranks.Agree(differentRank(all))
}

// differentRank returns an error that names the first rank whose configuration differs from
// that of rank 0, and the differences.
func differentRank(texts [][]byte) error {
	configs := make([]run.Config, len(texts))
	for rank, text := range texts {
		if err := json.Unmarshal(text, &configs[rank]); err != nil {
			return fmt.Errorf("rank %d: %w", rank, err)
		}
		first, other := configs[0], configs[rank]
		var found []string
		if first.Version != other.Version {
			found = append(found, fmt.Sprintf("gmnc %s and not %s", other.Version, first.Version))
		}
		if !slices.Equal(first.Kernels, other.Kernels) {
			found = append(found, fmt.Sprintf("%s kernels and not %s", strings.Join(other.Kernels, ", "), strings.Join(first.Kernels, ", ")))
		}
		found = append(found, differences(other.Model, first.Model)...)
		found = append(found, differences(*other.Training, *first.Training)...)
		if first.Data != nil && other.Data != nil && first.Data.SHA256 != other.Data.SHA256 {
			found = append(found, fmt.Sprintf("other data, a file %s with the SHA-256 %.12s… and not %s with %.12s…",
				other.Data.File, other.Data.SHA256, first.Data.File, first.Data.SHA256))
		}
		if len(found) > 0 {
			return fmt.Errorf("rank %d has %s, as rank 0 has: all ranks train the same", rank, strings.Join(found, "; "))
		}
	}
	return nil
}
