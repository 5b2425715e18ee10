package md17

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/internal/fields"
	"gmnc/system"
)

// bondLength is the distance in angstrom below which two atoms are bonded if neither is a
// hydrogen.
const bondLength = 1.6

// bonds returns the pairs of bonded atoms. Atoms closer than bondLength are bonded, and
// hydrogens by their radii. The distances are those of frame 0. For pairs of frames they are
// the medians over the training pairs, since a single frame may stretch some bonds beyond the
// limit.
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

// bondsIn returns the bonds in a frame.
func (s *source) bondsIn(frame int) [][2]int {
	positions := s.motion.Positions[3*len(s.numbers)*frame:]
	return s.bondsOf(func(i, j int) float64 { return system.Distance(positions, i, j) })
}

// bondsOf returns the pairs of atoms whose distance is that of a bond.
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

// These are the values of Options.Sticks, which say which bonds are sticks.
const (
	RigidSticks = "rigid" // bonds that keep their lengths in the data
	SomeSticks  = "some"  // the bonds of the paper, or a random choice from the seed
	NoSticks    = "none"
)

// template returns a sample with the topology and the features that all samples have. sticks is
// a text of how the sticks were found.
func (s *source) template(o Options) (sample system.Sample, sticks string, err error) {
	atoms := len(s.numbers)
	sample.Bonds = s.bonds()
	if sample.Objects = objectsOf(paperSticks[o.Molecule]); sample.Objects != nil {
		sticks, err = "sticks of the paper", s.checkSticks(o.Molecule, sample)
	} else {
		sample.Objects, sticks, err = s.objects(sample.Bonds, o)
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

// objects returns the rigid parts of the molecules, which it finds among the bonds, and a text
// of how they were found.
func (s *source) objects(bonds [][2]int, o Options) (objects system.Objects, how string, err error) {
	if len(bonds) == 0 {
		if o.Cutoff > 0 || o.Sticks == NoSticks {
			return nil, "no bonds", nil
		}
		return nil, "", fmt.Errorf("%s: no two of the %d atoms are bonded: bonds are distances below %g angstrom; %w", s.path, len(s.numbers), bondLength,
			fields.Errorf("atoms without bonds need a {cutoff}, within which they act on each other"))
	}
	if o.Rigid {
		if objects, how = s.fragments(bonds); len(objects) == 0 {
			return nil, "", fields.Errorf("%s: no three bonded atoms keep all their distances, so no part of a molecule is a rigid body: leave {rigid} out", s.path)
		}
	}
	taken := make([]bool, len(s.numbers))
	for _, body := range objects {
		for _, atom := range body.Members {
			taken[atom] = true
		}
	}
	bonds = slices.DeleteFunc(slices.Clone(bonds), func(bond [2]int) bool { return taken[bond[0]] || taken[bond[1]] })
	seed, sticks, chosen := datasets.Seed(o.Seed), system.Objects(nil), ""
	switch o.Sticks {
	case NoSticks:
		chosen = "no sticks"
	case SomeSticks:
		chosen, s.chosen = fmt.Sprintf("sticks chosen from seed %d", seed), true
		if len(bonds) > 0 {
			sticks, err = graph.Decompose(len(s.numbers), bonds, graph.Choice{Seed: seed})
		}
	default:
		rigid, least := s.rigidBonds(bonds)
		switch {
		case len(rigid) > 0:
			chosen = "bonds that are rigid in the data as sticks"
			s.noteFragments(bonds, o)
			sticks, err = graph.Decompose(len(s.numbers), rigid, graph.Choice{Maximum: true})
		case len(bonds) > 0:
			chosen = fmt.Sprintf("no sticks, as the lengths of all bonds vary by %.2g %% or more", 100*least)
		default:
			chosen = "no other bonds"
		}
	}
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", s.path, err)
	}
	return append(sticks, objects...), strings.TrimPrefix(how+", "+chosen, ", "), nil
}

// rows joins columns of equal length to rows.
func rows(columns ...[]float32) []float32 {
	joined := make([]float32, 0, len(columns)*len(columns[0]))
	for i := range columns[0] {
		for _, column := range columns {
			joined = append(joined, column[i])
		}
	}
	return joined
}

// checkSticks reports a stick of the paper that is not a bond in the data.
func (s *source) checkSticks(molecule string, sample system.Sample) error {
	for _, stick := range sample.Objects.Bars(system.Stick) {
		isBond := slices.ContainsFunc(sample.Bonds, func(bond [2]int) bool {
			return bond == stick || bond == [2]int{stick[1], stick[0]}
		})
		if !isBond {
			return fmt.Errorf("%s: the stick %v of %s is no bond here: give the molecule's own name, or none", s.path, stick, molecule)
		}
	}
	return nil
}

// objectsOf returns a stick for each pair of atoms.
func objectsOf(pairs [][2]int) (sticks system.Objects) {
	for _, pair := range pairs {
		sticks = append(sticks, system.Stick.Of(pair[0], pair[1]))
	}
	return sticks
}
