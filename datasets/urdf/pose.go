package urdf

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gmnc/internal/fields"
	"gmnc/internal/rotation"
	"gmnc/internal/vector"
)

// follows is the content of <mimic>. The joint's coordinate is that of another joint, times
// multiplier, plus offset.
type follows struct {
	joint              string
	line               int
	multiplier, offset float64
}

// apply applies the options for a tree of bars.
func (p *parser) apply(o Options) error {
	if err := p.take(o); err != nil {
		return err
	}
	return p.checkSliding()
}

// take applies the options Hold, and checks Pose.
func (p *parser) take(o Options) error {
	for _, name := range o.Hold {
		i, err := p.named(name, "{hold}")
		if err != nil {
			return err
		}
		p.joints[i].fixed = true
	}
	for _, name := range slices.Sorted(maps.Keys(o.Pose)) {
		i, err := p.named(name, "{pose}")
		if err != nil {
			return err
		}
		switch j := p.joints[i]; {
		case j.kind == "fixed" || j.kind == "planar" || j.kind == "floating":
			return p.at(j.line).Errorf("%w", fields.Errorf("the joint %s is %s and has no place that is one number: leave it out of {pose}", name, j.kind))
		case j.follows != nil:
			return p.at(j.line).Errorf("%w", fields.Errorf("the joint %s follows the joint %s: give the place of that one in {pose}", name, j.follows.joint))
		}
	}
	return nil
}

// named returns the index of a joint that an option names.
func (p *parser) named(name, option string) (int, error) {
	i := slices.IndexFunc(p.joints, func(j joint) bool { return j.name == name })
	if i < 0 {
		names := make([]string, len(p.joints))
		for k, j := range p.joints {
			names[k] = j.name
		}
		return 0, fmt.Errorf("%s: %w", p.Path, fields.Errorf(option+" has %.40q, which is no joint of the robot: it has %.400s", name, strings.Join(names, ", ")))
	}
	return i, nil
}

// checkSliding returns an error if a joint changes lengths and is not fixed.
func (p *parser) checkSliding() error {
	var names []string
	first := joint{}
	for _, j := range p.joints {
		if !j.fixed && j.kind != "fixed" && !j.turns() {
			if names = append(names, j.name); len(names) == 1 {
				first = j
			}
		}
	}
	if names == nil {
		return nil
	}
	return p.at(first.line).Errorf("%w", fields.Errorf("the joint %s is %s: bars keep their lengths, so only joints that turn are simulated (revolute, continuous) or fixed ones; hold where they are all that slide with {hold} %s",
		first.name, first.kind, strings.Join(names, ",")))
}

// set returns the coordinate of every joint, in radians or meters. It is that of the pose, that
// which follows from another joint, or 0.
func (p *parser) set(pose map[string]float64) (positions []float64, err error) {
	positions = make([]float64, len(p.joints))
	number := map[string]int{}
	for i, j := range p.joints {
		number[j.name] = i
	}
	for i := range p.joints {
		factor, chain := 1.0, 0
		for j := p.joints[i]; ; chain++ {
			if j.follows == nil {
				positions[i] += float64(factor * pose[j.name])
				break
			}
			next, isThere := number[j.follows.joint]
			if !isThere {
				p.lost = append(p.lost, fmt.Sprintf("%.40s", j.name))
				break
			}
			if chain == len(p.joints) {
				return nil, p.at(j.follows.line).Errorf("the joint %.40q follows itself", j.name)
			}
			positions[i] += float64(factor * j.follows.offset)
			factor *= j.follows.multiplier
			j = p.joints[next]
		}
	}
	return positions, nil
}

// moved returns the frame of a joint at a coordinate.
func (p *parser) moved(j joint, position float64) (frame, error) {
	if position == 0 || j.kind == "fixed" {
		return j.origin, nil
	}
	norm := vector.Norm(j.axis)
	if norm == 0 {
		return frame{}, p.at(j.line).Errorf("the axis of the joint %.40q has no length", j.name)
	}
	along := [3]float64{position * j.axis[0] / norm, position * j.axis[1] / norm, position * j.axis[2] / norm}
	if j.kind == "prismatic" {
		return j.origin.then(frame{rotation.Identity, along}), nil
	}
	return j.origin.then(frame{turn: rotation.By(along)}), nil
}
