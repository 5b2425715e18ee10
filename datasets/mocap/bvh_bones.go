package mocap

import (
	"fmt"
	"math"
	"strings"

	"gmnc/internal/vector"
)

// written is the relative difference of a bone's length up to which two lengths count as the
// same, since numbers have few digits.
const written = 1e-4

// bones finds the positions of joints that have channels of positions. Programs that write such
// channels for all joints write the offset there in every frame. In readers of the format the
// channels replace the offset. A bone must keep its length.
func (p *bvhParser) bones() error {
	p.beginning()
	var replaced []string
	for i := range p.joints {
		joint := &p.joints[i]
		if joint.parent < 0 || !joint.hasPositions() {
			continue
		}
		offset := joint.offset
		if i <= p.first {
			joint.moves = true
		} else if err := p.bone(joint); err != nil {
			return err
		}
		if joint.offset != offset || joint.moves {
			replaced = append(replaced, joint.name)
		}
	}
	if len(replaced) > 0 {
		p.notes = append(p.notes, fmt.Sprintf("%s: positions stand in the place of the offsets of %.200s", p.Path, strings.Join(replaced, ", ")))
	}
	return nil
}

// beginning finds the joint that is the root of the skeleton. It is the last joint before the
// hierarchy branches that moves away from its parent. The joints before it stand for the scene
// and are not particles.
func (p *bvhParser) beginning() {
	following := make([]int, len(p.joints))
	for _, joint := range p.joints[1:] {
		following[joint.parent]++
	}
	for i := 1; i < len(p.joints) && following[i-1] == 1; i++ { // the only child is the next joint in the order of the file
		if frame, _ := p.stretch(p.joints[i]); frame > 0 {
			p.first = i
		}
	}
	if p.first > 0 {
		p.notes = append(p.notes, fmt.Sprintf("%s: the skeleton begins at %s, which moves away from %s", p.Path, p.joints[p.first].name, p.joints[p.first-1].name))
	}
}

// stretch returns the first frame in which the distance of a joint from its parent differs from
// frame 0, and that distance. It returns 0 if there is none.
func (p *bvhParser) stretch(joint bvhJoint) (frame int, to float64) {
	start := vector.Norm(joint.position(p.numbersOf(joint, 0)))
	for frame := range p.frames() {
		length := vector.Norm(joint.position(p.numbersOf(joint, frame)))
		if math.Abs(length-start) > written*max(vector.Norm(joint.offset), start) {
			return frame, length
		}
	}
	return 0, 0
}

// bone checks the positions of a joint, and finds its offset or that it moves.
func (p *bvhParser) bone(joint *bvhJoint) error {
	start := joint.position(p.numbersOf(*joint, 0))
	if frame, length := p.stretch(*joint); frame > 0 {
		return p.Errorf("%s moves away from %s: it is %.6g from it in frame 0 and %.6g in frame %d; bones keep their lengths, so only the root may move: export rotations alone",
			joint.name, p.joints[joint.parent].name, vector.Norm(start), length, frame)
	}
	same := written * max(vector.Norm(joint.offset), vector.Norm(start))
	likeOffset, zero, constant := true, true, true
	for frame := range p.frames() {
		values := p.numbersOf(*joint, frame)
		position := joint.position(values)
		likeOffset = likeOffset && vector.Distance(position, joint.offset) <= same
		constant = constant && vector.Distance(position, start) <= same
		for k, channel := range joint.channels {
			zero = zero && (channel >= 3 || math.Abs(values[k]) <= same)
		}
	}
	switch {
	case likeOffset || zero: // the channels add nothing to the offset
	case constant:
		joint.offset = start
	default: // the positions rotate the bone
		joint.moves = true
	}
	return nil
}

// numbersOf returns the numbers of a frame from the first number of a joint on.
func (p *bvhParser) numbersOf(joint bvhJoint, frame int) []float64 {
	return p.values[frame*p.numbers+joint.first:]
}

func (j bvhJoint) hasPositions() bool {
	for _, channel := range j.channels {
		if channel < 3 {
			return true
		}
	}
	return false
}

// position returns the offset, in which the channels of positions replace their axes.
func (j bvhJoint) position(values []float64) [3]float64 {
	position := j.offset
	for k, channel := range j.channels {
		if channel < 3 {
			position[channel] = values[k]
		}
	}
	return position
}
