package commandline

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/fields"
	"gmnc/internal/resident"
	"gmnc/system"
)

// gigabyte is the unit in which messages give memory, in bytes.
const gigabyte = 1 << 30

// free returns the number of bytes that training may take.
func (c *trainCommand) free() float64 { return cmp.Or(c.Memory*gigabyte, resident.Available()) }

// checkMemory returns an error for a model whose training takes more bytes than are free.
func checkMemory(model config.Config, free float64) error {
	weights, err := builder.CountWeights(model)
	if err != nil {
		return err
	}
	if needed := builder.TrainingMemory(weights); needed > free {
		return fields.Errorf("%d layers of width %d have %d weights, and training takes about %.3g GB for them, where %.3g are free: choose smaller {layers} or {hidden}, or allow it more {memory}",
			model.Layers, model.Hidden, weights, needed/gigabyte, free/gigabyte)
	}
	return nil
}

// bytesOfEdge is the memory that every engine needs for each edge of a system: the index of its
// sender.
const bytesOfEdge = 8

// checkEdges returns an error if the edges of one system take more bytes than are free, or
// those of the largest systems in a batch, where together is the batch size.
func checkEdges(samples []system.Sample, together int, free float64) error {
	var all []float64
	for i := range samples {
		s := &samples[i]
		needed := bytesOfEdge * float64(s.Edges())
		if needed > free {
			return fmt.Errorf("sample %d has %d particles and %d edges, which take %.3g GB or more, where %.3g are free: list the neighbors of each particle in the data (the array neighbors), or take a larger machine",
				i, s.Particles(), s.Edges(), needed/gigabyte, free/gigabyte)
		}
		all = append(all, needed)
	}
	slices.Sort(all)
	together = min(together, len(all))
	if needed := sum(all[len(all)-together:]); needed > free {
		return fields.Errorf("the %d largest samples together have edges that take %.3g GB or more, where %.3g are free: choose a smaller {batch}, or list the neighbors of each particle in the data (the array neighbors)",
			together, needed/gigabyte, free/gigabyte)
	}
	return nil
}

func sum(all []float64) (sum float64) {
	for _, x := range all {
		sum += x
	}
	return sum
}

// worthSaying is the number of bytes above which a user is told of the memory before it is
// taken.
const worthSaying = gigabyte / 4

// checkPrediction returns an error for samples whose prediction takes more bytes than are free,
// and says what to do instead. It prints a notice above worthSaying.
func checkPrediction(t *terminal, model *artifact.Model, engine string, samples []system.Sample, otherwise string) error {
	free := resident.Available()
	if err := checkEdges(samples, 1, free); err != nil {
		return err
	}
	bytes := model.EdgeMemory(engine, samples)
	if bytes > free {
		return fmt.Errorf("all edges of the largest systems at once take about %.2g GB or more in this runtime, where %.2g are free; %s", bytes/gigabyte, free/gigabyte, otherwise)
	}
	if bytes > worthSaying {
		t.notice("all edges of the largest systems at once take about %.2g GB or more in this runtime; %s", bytes/gigabyte, otherwise)
	}
	return nil
}

// checkMemories returns an error if the runs of a sweep that may train at the same time take
// more bytes than are free.
func checkMemories(variants []variant, free float64) error {
	var needed []float64
	for _, v := range variants {
		if err := checkMemory(v.command.model(), free); err != nil {
			return fmt.Errorf("%s: %w", v.setting, err)
		}
		weights, err := builder.CountWeights(v.command.model())
		if err != nil {
			return err
		}
		needed = append(needed, builder.TrainingMemory(weights))
	}
	slices.Sort(needed)
	together := min(len(needed), runtime.GOMAXPROCS(0))
	if sum := sum(needed[len(needed)-together:]); sum > free {
		return fields.Errorf("the largest %d runs, which may train at the same time, take about %.3g GB for their weights, where %.3g are free: choose smaller {layers} or {hidden}, fewer processors (GOMAXPROCS), or allow them more {memory}",
			together, sum/gigabyte, free/gigabyte)
	}
	return nil
}
