package md17

import (
	"fmt"
	"slices"

	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/internal/fields"
	"gmnc/system"
)

// bondLength is below what two atoms that are no hydrogens are bonded, in
// angstrom.
const bondLength = 1.6

// bonds joins atoms closer than bondLength, hydrogens by their radii, in frame 0
// or, where that is not at hand, by the median over the training pairs: which
// bonds are that short varies from frame to frame.
func (s *source) bonds() (bonds [][2]int) {
	if s.trajectory != nil {
		return s.bondsIn(0)
	}
	distances := make([]float64, len(s.pairs.Train))
	return s.bondsOf(func(i, j int) float64 {
		for k, sample := range s.pairs.Train {
			distances[k] = system.Distance(sample.Position, i, j)
		}
		slices.Sort(distances)
		n := len(distances)
		return (distances[(n-1)/2] + distances[n/2]) / 2
	})
}

// bondsIn are the bonds in a frame.
func (s *source) bondsIn(frame int) [][2]int {
	positions := s.motion.Positions[3*len(s.numbers)*frame:]
	return s.bondsOf(func(i, j int) float64 { return system.Distance(positions, i, j) })
}

// bondsOf are the pairs of atoms whose distance is a bond's.
func (s *source) bondsOf(distance func(i, j int) float64) (bonds [][2]int) {
	for j, second := range s.numbers {
		for i, first := range s.numbers[:j] {
			longest := bondLength
			if first == 1 || second == 1 {
				longest = bonded * (radius(first) + radius(second))
			}
			if distance(i, j) < longest {
				bonds = append(bonds, [2]int{i, j})
			}
		}
	}
	return bonds
}

// template has the topology and the features of every sample: the sticks of
// the paper if the molecule is one of its, else a random choice.
func (s *source) template(o Options) (sample system.Sample, sticks string, err error) {
	atoms := len(s.numbers)
	sample.Bonds = s.bonds()
	if o.Flexible {
		sticks = "no sticks"
	} else if sample.Objects = objectsOf(paperSticks[o.Molecule]); sample.Objects != nil {
		sticks, err = "sticks of the paper", s.checkSticks(o.Molecule, sample)
	} else {
		seed := datasets.Seed(o.Seed)
		sticks, s.chosen = fmt.Sprintf("sticks chosen from seed %d", seed), true
		if len(sample.Bonds) == 0 && o.Cutoff > 0 {
			sticks, s.chosen = "no bonds", false
		} else if sample.Objects, err = graph.Decompose(atoms, sample.Bonds, graph.Choice{Seed: seed}); err != nil {
			err = fmt.Errorf("%s: %w: bonds are distances below %g angstrom, without hydrogens unless they are kept; %w", s.path, err, bondLength,
				fields.Errorf("atoms without bonds need a {cutoff}, within which they act on each other"))
		}
	}
	if err != nil {
		return sample, "", err
	}
	neighbors, hops := graph.TwoHop(atoms, sample.Bonds)
	sample.Neighbors = neighbors
	receivers, senders := make([]float32, len(hops)), make([]float32, len(hops))
	for slot, neighbor := range neighbors {
		if neighbor >= 0 {
			receivers[slot] = float32(s.numbers[slot*atoms/len(neighbors)])
			senders[slot] = float32(s.numbers[neighbor])
		}
	}
	sample.EdgeFeatures = rows(hops, receivers, senders)
	_, sample.NodeFeatures = s.features(o)
	if slices.Contains(o.Features, MassFeature) {
		system.Mass.Set(&sample, s.masses())
	}
	return sample, sticks, nil
}

// rows joins columns of one length to rows.
func rows(columns ...[]float32) []float32 {
	joined := make([]float32, 0, len(columns)*len(columns[0]))
	for i := range columns[0] {
		for _, column := range columns {
			joined = append(joined, column[i])
		}
	}
	return joined
}

// checkSticks checks that the sticks of the paper are bonds here, too.
func (s *source) checkSticks(molecule string, sample system.Sample) error {
	for _, stick := range sample.Objects.Bars(system.Stick) {
		isBond := slices.ContainsFunc(sample.Bonds, func(bond [2]int) bool {
			return bond == stick || bond == [2]int{stick[1], stick[0]}
		})
		if !isBond {
			return fmt.Errorf("%s: the stick %v of %s is no bond here: give the molecule's own name, or none to choose sticks from the seed", s.path, stick, molecule)
		}
	}
	return nil
}

// objectsOf makes sticks of pairs of atoms.
func objectsOf(pairs [][2]int) (sticks system.Objects) {
	for _, pair := range pairs {
		sticks = append(sticks, system.Stick.Of(pair[0], pair[1]))
	}
	return sticks
}
