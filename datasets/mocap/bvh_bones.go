package mocap

import (
	"fmt"
	"math"
	"strings"

	"gmnc/internal/vector"
)

// written is by how much of a bone's length numbers of few digits differ that
// mean the same.
const written = 1e-4

// bones finds where joints with channels of positions are. Programs that write
// such channels for all joints put the offset there, in every frame; in the
// format's readers they stand in its place. A bone must keep its length.
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

// beginning finds the joint that is the root of the skeleton: the last one that
// moves away from its parent before the hierarchy has branches. Joints before
// it stand for the scene, and are no particles.
func (p *bvhParser) beginning() {
	following := make([]int, len(p.joints))
	for _, joint := range p.joints[1:] {
		following[joint.parent]++
	}
	for i := 1; i < len(p.joints) && following[i-1] == 1; i++ { // in the order of the file the one child is the next
		if frame, _ := p.stretch(p.joints[i]); frame > 0 {
			p.first = i
		}
	}
	if p.first > 0 {
		p.notes = append(p.notes, fmt.Sprintf("%s: the skeleton begins at %s, which moves away from %s", p.Path, p.joints[p.first].name, p.joints[p.first-1].name))
	}
}

// stretch is the first frame in which a joint is at another distance from its
// parent than in frame 0, and this distance; 0 if there is none.
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

// bone looks at the positions of a joint.
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
	case likeOffset || zero: // nothing but the offset
	case constant:
		joint.offset = start
	default: // turned by its positions
		joint.moves = true
	}
	return nil
}

// numbersOf are the numbers of a frame from the first of a joint on.
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

// position is the offset with the axes that a frame has a position of.
func (j bvhJoint) position(values []float64) [3]float64 {
	position := j.offset
	for k, channel := range j.channels {
		if channel < 3 {
			position[channel] = values[k]
		}
	}
	return position
}
