package measure

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// Amount says how many systems are drawn in each region of the ranges of the training data, and
// how many of them are also transformed.
type Amount struct {
	inside, edges, beyond, moved, snapped int
	// steps is the number of steps of a file with a Loop that are compared with single calls.
	steps int
	// Batches holds numbers of systems that are predicted at once.
	Batches []int
	seed    uint64
}

// AtExport is the amount before a file is written. Its seed is fixed, so that the same run
// gives the same file. It is a variable so that tests can try smaller batches.
var AtExport = Amount{inside: 48, edges: 12, beyond: 12, moved: 12, snapped: 12, steps: 5, Batches: sizesOf(mostAtExport, 4, 1), seed: 1}

// mostAtExport is the largest number of systems that are predicted at once before a file is written.
const mostAtExport = 400

// Few returns the amount before a file is written, with systems of another seed. It is enough for
// a file that is known to be changed.
func Few(seed uint64) Amount {
	few := AtExport
	few.Batches, few.seed = sizesOf(min(mostAtExport, MostAtOnce), 4, seed), seed
	return few
}

// AtVerification returns the amount of a verification. If one system in a hundred breaks a
// promise, 700 systems miss all of these with a probability of 0.99^700, below 0.001.
func AtVerification(seed uint64) Amount {
	return Amount{inside: 700, edges: 100, beyond: 100, moved: 50, snapped: 100, steps: manySteps + int(seed%manySteps), Batches: sizesOf(MostAtOnce, 12, seed), seed: seed}
}

// MostAtOnce is the largest number of systems that a verification predicts at once. It is a
// variable so that tests can try smaller batches.
var MostAtOnce = 2048

// sizesOf draws sizes of batches from a seed.
func sizesOf(most, drawn int, seed uint64) []int {
	return verify.BatchSizes(most, drawn, rand.New(rand.NewPCG(seed, 1)))
}

// manySteps is the least number of steps of a file with a Loop in a verification. Their number
// is below twice that.
const manySteps = 100

// mostEdges bounds the edges of the drawn systems, so that fewer large systems are drawn.
const mostEdges = 2_000_000

// Sampled holds systems like those of the training, by region.
type Sampled struct {
	// Trusted opens the model of the file's weights, and twin opens the same model in the
	// float64 interpreter. They are nil if the weights are not trusted.
	Trusted, twin func() (predict.Predictor, error)
	own           []system.Sample // true training inputs
	Groups        []verify.Group
	Moved         []verify.Group
	Random        *rand.Rand
	Limited       verify.Limited // of the model
}

// SampleLike draws systems like those that the model was trained on, at random and around the
// examples, which are true inputs. It returns nil if the ranges of the training data are not
// known.
func SampleLike(config run.Config, of Amount, examples []verify.Group) (*Sampled, error) {
	if config.Data == nil || config.Data.Ranges == nil || of.inside == 0 {
		return nil, nil
	}
	ranges := config.Data.Ranges.Drawn()
	s := &Sampled{Random: rand.New(rand.NewPCG(of.seed, 0))}
	// Far outside the ranges, the clamps of published models act, which are not equivariant. So
	// the systems that are transformed lie inside the ranges.
	for _, part := range []struct {
		to     *[]verify.Group
		region verify.Region
		count  int
	}{{&s.Groups, verify.Inside, of.inside}, {&s.Groups, verify.Edges, of.edges}, {&s.Groups, verify.Beyond, of.beyond}, {&s.Moved, verify.Inside, of.moved}} {
		clouds, around := part.count, 0
		if len(examples) > 0 {
			clouds, around = divided(part.count, config.Data.Posed)
		}
		groups, err := verify.InRanges(config.Model, ranges, part.region, fitting(clouds, ranges), s.Random)
		if err != nil {
			return nil, fmt.Errorf("the ranges of the training data: %w", err)
		}
		*part.to = append(*part.to, groups...)
		if part.region == verify.Inside && around > 0 {
			*part.to = append(*part.to, examples...)
			each := (fitting(around, ranges) + len(examples) - 1) / len(examples)
			*part.to = append(*part.to, verify.Perturbed(config.Model, ranges, examples, each, s.Random)...)
		}
	}
	if len(s.Groups) == 0 {
		return nil, nil
	}
	for _, part := range []struct {
		to    *[]verify.Group
		count int
	}{{&s.Groups, of.snapped}, {&s.Moved, of.moved / aQuarter}} {
		within, err := verify.InRanges(config.Model, ranges, verify.Inside, fitting(part.count, ranges), s.Random)
		if err != nil {
			return nil, fmt.Errorf("the ranges of the training data: %w", err)
		}
		*part.to = append(*part.to, verify.Snapped(config.Model, within, s.Random)...)
	}
	return s, nil
}

// aQuarter divides a number of systems into a smaller and a larger part.
const aQuarter = 4

// divided returns how many systems have random positions, and how many are drawn around true
// inputs. Of poses, three quarters are drawn around true inputs. Otherwise a quarter more are
// drawn there.
func divided(count int, posed bool) (clouds, around int) {
	few := (count + aQuarter - 1) / aQuarter
	if posed {
		return few, count - few
	}
	return count, few
}

// fitting returns at most count, such that the edges of that many systems are bounded.
func fitting(count int, ranges *system.Ranges) int {
	most := 1
	for _, structure := range ranges.Structures {
		most = max(most, structure.Particles*structure.Particles)
	}
	return max(1, min(count, mostEdges/most))
}

// Measure measures a file on the systems. It compares the file with the model of its weights in
// the embedded runtime, and checks what the model promises.
func (s *Sampled) Measure(promised config.Description, candidate predict.Predictor) (reports []verify.Report, err error) {
	trusted, closed, err := trust(s.Limited, s.own, s.Trusted, s.twin)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	if s.Trusted != nil {
		reports = append(reports, trusted.Agree(s.Groups, candidate))
	}
	return append(reports, trusted.Moves(promised, s.Moved, s.Random, candidate)), nil
}

// native returns the embedded runtime.
func native() runtime.Engine {
	engine, _ := engines.Named("native")
	return engine
}

// OpenNative returns a function that opens a run's model in the embedded runtime.
func OpenNative(trained *run.Run) func() (predict.Predictor, error) {
	return func() (predict.Predictor, error) { return artifact.OpenRun(native(), trained) }
}
