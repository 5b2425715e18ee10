package mocap

import (
	"fmt"
	"math"
	"strings"

	"gmnc/internal/numeral"
	"gmnc/internal/rotation"
)

// motion reads the frames.
func (p *bvhParser) motion() error {
	if err := p.expect("MOTION"); err != nil {
		return err
	}
	announced, err := p.named("Frames")
	if err != nil {
		return err
	}
	frames, err := p.Float(announced, "Frames")
	if err != nil {
		return err
	}
	frameTime, err := p.named("Frame Time")
	if err != nil {
		return err
	}
	seconds, err := p.Float(frameTime, "Frame Time")
	if err != nil {
		return err
	}
	p.rate = rateOf(seconds, frameTime)
	if !(p.rate.seconds > 0) {
		return p.Errorf("the time between frames is %g s, expected more than 0", p.rate.seconds)
	}
	if p.rate.seconds > slowest {
		p.notes = append(p.notes, fmt.Sprintf("%s: frames are %g s apart: Frame Time is in seconds, and would be %.4g of milliseconds", p.Path, p.rate.seconds, p.rate.seconds/1000))
	}
	for i := range p.joints {
		p.joints[i].first = p.numbers
		p.numbers += len(p.joints[i].channels)
	}
	for _, joint := range p.joints {
		for _, channel := range joint.channels {
			p.turns = append(p.turns, channel >= 3)
		}
	}
	if p.numbers == 0 {
		return p.Errorf("no joint has channels: there is no motion")
	}
	for p.next() {
		if err := p.frame(); err != nil {
			return err
		}
	}
	if turn := p.widestTurn(); turn > 0 && turn <= radians {
		p.notes = append(p.notes, fmt.Sprintf("%s: no angle is more than %.3g in any frame: angles are in degrees, and these may be radians", p.Path, turn))
	}
	if step, fraction := p.rounding(); fraction > coarse {
		p.notes = append(p.notes, fmt.Sprintf("%s: angles are rounded to %g degrees, an error of %.2g of their changes from frame to frame: write them with more digits, as velocities are such changes", p.Path, step, fraction))
	}
	switch read := p.frames(); {
	case read == 0 || float64(read) < frames:
		return p.Errorf("there are %d frames, and %g are announced: the file is cut short, or damaged", read, frames)
	case float64(read) > frames:
		p.notes = append(p.notes, fmt.Sprintf("%s has %d frames where it announces %g: all are read", p.Path, read, frames))
	}
	return nil
}

// radians is the greatest angle of a joint in radians, a full rotation. In degrees people
// rotate their joints by more.
const radians = 2 * math.Pi

// widestTurn returns the greatest absolute angle of all joints and frames.
func (p *bvhParser) widestTurn() (widest float64) {
	for i, x := range p.values {
		if p.turns[i%p.numbers] {
			widest = max(widest, math.Abs(x))
		}
	}
	return widest
}

// coarse is the error of rounding, relative to the changes of angles from frame to frame, above which it
// is noted.
const coarse = 0.1

// uneven is the least fraction of the changes of rounded angles that differ from the change before.
// Angles that change evenly by whole steps are exact.
const uneven = 0.1

// rounding returns the step to which all angles are rounded, if it is a hundredth of a degree or more,
// and the root mean square error that this leaves in differences of frames, relative to these.
func (p *bvhParser) rounding() (step, fraction float64) {
	for _, step := range []float64{1, 0.1, 0.01} {
		var squares, bent, count float64
		rounded := true
		for i, x := range p.values {
			if !p.turns[i%p.numbers] {
				continue
			}
			rounded = rounded && math.Abs(x/step-math.Round(x/step)) < 1e-6
			if first := i - 2*p.numbers; first >= 0 {
				before := p.values[i-p.numbers]
				squares, count = squares+float64((x-before)*(x-before)), count+1
				if math.Abs((x-before)-(before-p.values[first])) > step/2 {
					bent++
				}
			}
		}
		if rounded && bent > uneven*count {
			return step, step / math.Sqrt(6*squares/count)
		}
	}
	return 0, 0
}

// slowest is the longest time in seconds between frames of recordings of people.
const slowest = 1

// frames returns the number of frames that were read.
func (p *bvhParser) frames() int { return len(p.values) / p.numbers }

// named reads a line "NAME: value", and returns the value.
func (p *bvhParser) named(name string) (value string, err error) {
	if p.next() {
		if before, after, found := strings.Cut(p.Text, ":"); found && strings.EqualFold(strings.Join(strings.Fields(before), " "), name) && len(strings.Fields(after)) == 1 {
			return strings.TrimSpace(after), nil
		}
	}
	return "", p.Errorf("%.40q is no BVH here: expected %s: and a number", strings.TrimSpace(p.Text), name)
}

// frame reads the numbers of a frame.
func (p *bvhParser) frame() error {
	if len(p.Words) != p.numbers {
		return p.Errorf("frame %d has %d numbers, expected %d", p.frames(), len(p.Words), p.numbers)
	}
	of := fmt.Sprint("frame ", p.frames())
	for _, word := range p.Words {
		value, err := p.Float(word, of)
		if err != nil {
			return err
		}
		p.values = append(p.values, value)
	}
	return nil
}

// position finds the bones and numbers the particles, which are the root and every joint that is
// not at the position of its parent. Then it computes their positions in all frames.
func (p *bvhParser) place() error {
	if err := p.bones(); err != nil {
		return err
	}
	for i := range p.joints {
		joint := &p.joints[i]
		if i < p.first {
			joint.particle = -1
			continue
		}
		if i > p.first && !joint.moves && joint.offset == [3]float64{} {
			joint.particle = p.joints[joint.parent].particle
			continue
		}
		joint.particle = p.particles
		p.particles++
	}
	if p.particles < 2 {
		return p.Errorf("the skeleton has no bone of any length")
	}
	p.trajectory.Particles = p.particles
	for frame := range p.frames() {
		for _, position := range p.pose(p.values[frame*p.numbers : (frame+1)*p.numbers]) {
			p.trajectory.Positions = append(p.trajectory.Positions, position[:]...)
		}
	}
	return nil
}

// pose returns the positions of the particles. A joint rotates what is beyond it. Each rotation
// is about an axis of the joint that the previous channels have already rotated.
func (p *bvhParser) pose(values []float64) [][3]float64 {
	positions := make([][3]float64, p.particles)
	places, turns := make([][3]float64, len(p.joints)), make([]rotation.Matrix, len(p.joints))
	for i, joint := range p.joints {
		position, turn := joint.offset, rotation.Identity
		if joint.parent >= 0 {
			if joint.moves {
				position = joint.position(values)
			}
			position = turns[joint.parent].Turn(position)
			for axis := range 3 {
				position[axis] += places[joint.parent][axis]
			}
			turn = turns[joint.parent]
		}
		for k, channel := range joint.channels {
			if channel >= 3 {
				turn = turn.Times(rotation.About(channel-3, values[k]*math.Pi/180))
			} else if joint.parent < 0 {
				position[channel] += values[k]
			}
		}
		values = values[len(joint.channels):]
		places[i], turns[i] = position, turn
		if joint.particle >= 0 {
			positions[joint.particle] = position
		}
	}
	return positions
}

// rate is the time between frames in seconds, with the rounding of the number in the file.
type rate struct{ seconds, rounding float64 }

// rateOf returns the rate that a file writes as a word.
func rateOf(seconds float64, word string) rate {
	const inexact = 1 + 1e-9 // a little more than the half digit, which binary numbers do not hold exactly
	return rate{seconds, inexact * 0.5 * numeral.BVH.LastDigit(word)}
}

// same reports whether two rates are equal up to their digits.
func (r rate) same(other rate) bool {
	const most = 0.01 // relative to the rate, if it has few digits
	difference := math.Abs(r.seconds - other.seconds)
	return difference <= max(r.rounding, other.rounding) && difference <= most*r.seconds
}
