package corpus

import (
	"fmt"
	"slices"

	"gmnc/datasets"
	"gmnc/system"
)

// sidesOfCMU lists the joints on the left of CMU's skeleton of 31 joints, each with its
// counterpart on the right: legs from hip to toes, arms from clavicle to fingers and thumb.
var sidesOfCMU = [][2]int{
	{1, 6}, {2, 7}, {3, 8}, {4, 9}, {5, 10},
	{17, 24}, {18, 25}, {19, 26}, {20, 27}, {21, 28}, {22, 29}, {23, 30},
}

// mirror calls addMirrored if the data set asks for it.
func (d DataSet) mirror(data *datasets.Data) error {
	if !d.Mirrored {
		return nil
	}
	if err := addMirrored(data); err != nil {
		return fmt.Errorf("%s: %w", d.File, err)
	}
	return nil
}

// addMirrored adds a reflection of each training sample in a plane, with left and right
// exchanged, like the motion of a body that leads with the other foot. It is an error if the
// bones of the two sides differ.
func addMirrored(data *datasets.Data) error {
	for i, s := range slices.Clone(data.Train) {
		other, err := mirrored(s)
		if err != nil {
			return fmt.Errorf("train sample %d cannot be mirrored: %w", i, err)
		}
		data.Train = append(data.Train, other)
	}
	return nil
}

// mirrored returns a sample with the opposite sign of x. The values of each joint on the left
// are exchanged with those of its counterpart on the right.
func mirrored(s system.Sample) (system.Sample, error) {
	counterpart := make([]int, s.Particles())
	for i := range counterpart {
		counterpart[i] = i
	}
	for _, side := range sidesOfCMU {
		if right := max(side[0], side[1]); right >= len(counterpart) {
			return s, fmt.Errorf("it has %d joints, expected CMU's skeleton of 31", len(counterpart))
		}
		counterpart[side[0]], counterpart[side[1]] = side[1], side[0]
	}
	for _, bone := range s.Bonds {
		ends := [2]int{counterpart[bone[0]], counterpart[bone[1]]}
		if !slices.Contains(s.Bonds, ends) {
			return s, fmt.Errorf("there is a bone from joint %d to %d and none from %d to %d on its other side", bone[0], bone[1], ends[0], ends[1])
		}
	}
	for _, vectors := range []*[]float32{&s.Position, &s.Velocity, &s.TargetPosition, &s.TargetVelocity} {
		if len(*vectors) == 0 {
			continue
		}
		reflected := make([]float32, len(*vectors))
		for i, other := range counterpart {
			v := (*vectors)[3*other : 3*other+3]
			reflected[3*i], reflected[3*i+1], reflected[3*i+2] = -v[0], v[1], v[2]
		}
		*vectors = reflected
	}
	return s, nil
}
