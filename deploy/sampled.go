package deploy

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// amount is how many systems are drawn in each place of the ranges of the training data,
// and how many of them are moved, too.
type amount struct {
	inside, edges, beyond, moved, snapped int
	// steps is how many steps of a file with a Loop are held against single calls.
	steps int
	// batches are how many systems are predicted at once.
	batches []int
	seed    uint64
}

// atExport is the amount before a file is written. Its seed is fixed: the same run gives
// the same file.
var atExport = amount{inside: 48, edges: 12, beyond: 12, moved: 12, snapped: 12, steps: 5, batches: sizesOf(400, 4, 1), seed: 1}

// atVerification is the amount of a verification. Of systems of which one in a hundred comes
// out otherwise, 700 miss all with a probability of 0.99^700, below 0.001.
func atVerification(seed uint64) amount {
	return amount{inside: 700, edges: 100, beyond: 100, moved: 50, snapped: 100, steps: manySteps + int(seed%manySteps), batches: sizesOf(2048, 12, seed), seed: seed}
}

// sizesOf are sizes of batches that are drawn from a seed.
func sizesOf(most, drawn int, seed uint64) []int {
	return verify.BatchSizes(most, drawn, rand.New(rand.NewPCG(seed, 1)))
}

// manySteps is the fewest steps of a file with a Loop in a verification, which are less than
// twice as many.
const manySteps = 100

// mostEdges bounds the edges of the systems that are drawn; there are fewer large ones.
const mostEdges = 2_000_000

// sampled are systems like the training's, by place.
type sampled struct {
	// trusted opens the model of the file's weights, and twin the same in the float64
	// interpreter; nil where these are not trusted.
	trusted, twin func() (predict.Predictor, error)
	own           []system.Sample // true training inputs
	groups        []verify.Group
	moved         []verify.Group
	random        *rand.Rand
	limited       verify.Limited // of the model
}

// sample draws systems like those that the model was trained on, at random and around the
// examples, true inputs; nil where their ranges are not known.
func sample(config run.Config, of amount, examples []verify.Group) (*sampled, error) {
	if config.Data == nil || config.Data.Ranges == nil || of.inside == 0 {
		return nil, nil
	}
	ranges := config.Data.Ranges.Drawn()
	s := &sampled{random: rand.New(rand.NewPCG(of.seed, 0))}
	// Far outside the clamps of published models act, which do not turn: what is moved
	// lies within.
	for _, part := range []struct {
		to    *[]verify.Group
		place verify.Place
		count int
	}{{&s.groups, verify.Inside, of.inside}, {&s.groups, verify.Edges, of.edges}, {&s.groups, verify.Beyond, of.beyond}, {&s.moved, verify.Inside, of.moved}} {
		clouds, around := part.count, 0
		if len(examples) > 0 {
			clouds, around = divided(part.count, config.Data.Posed)
		}
		groups, err := verify.InRanges(config.Model, ranges, part.place, fitting(clouds, ranges), s.random)
		if err != nil {
			return nil, fmt.Errorf("the ranges of the training data: %w", err)
		}
		*part.to = append(*part.to, groups...)
		if part.place == verify.Inside && around > 0 {
			*part.to = append(*part.to, examples...)
			each := (fitting(around, ranges) + len(examples) - 1) / len(examples)
			*part.to = append(*part.to, verify.Perturbed(config.Model, ranges, examples, each, s.random)...)
		}
	}
	if len(s.groups) == 0 {
		return nil, nil
	}
	for _, part := range []struct {
		to    *[]verify.Group
		count int
	}{{&s.groups, of.snapped}, {&s.moved, of.moved / aQuarter}} {
		within, err := verify.InRanges(config.Model, ranges, verify.Inside, fitting(part.count, ranges), s.random)
		if err != nil {
			return nil, fmt.Errorf("the ranges of the training data: %w", err)
		}
		*part.to = append(*part.to, verify.Snapped(config.Model, within, s.random)...)
	}
	return s, nil
}

// aQuarter divides a count of systems into the fewer and the more of them.
const aQuarter = 4

// divided is how many of a count of systems lie at random places, and how many around true
// inputs. Of poses most are around these; elsewhere as many more as a quarter.
func divided(count int, posed bool) (clouds, around int) {
	few := (count + aQuarter - 1) / aQuarter
	if posed {
		return few, count - few
	}
	return count, few
}

// fitting is a count of systems whose edges are bounded.
func fitting(count int, ranges *system.Ranges) int {
	most := 1
	for _, structure := range ranges.Structures {
		most = max(most, structure.Particles*structure.Particles)
	}
	return max(1, min(count, mostEdges/most))
}

// hold measures a file on the systems: against the model of its weights, in the
// embedded runtime, and by what the model promises.
func (s *sampled) hold(promised builder.Description, candidate predict.Predictor) (reports []verify.Report, err error) {
	trusted, closed, err := trust(s.limited, s.own, s.trusted, s.twin)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	if s.trusted != nil {
		reports = append(reports, trusted.Agree(s.groups, candidate))
	}
	return append(reports, trusted.Moves(promised, s.moved, s.random, candidate)), nil
}

// native is the embedded runtime.
func native() runtime.Engine {
	engine, _ := engines.Named("native")
	return engine
}

// openNative opens a run's model in it.
func openNative(trained *run.Run) func() (predict.Predictor, error) {
	return func() (predict.Predictor, error) { return artifact.OpenRun(native(), trained) }
}
