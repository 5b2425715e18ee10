package urdf

import (
	"math"

	"gmnc/internal/rotation"
	"gmnc/system"
)

func (p *parser) link(a attributes) error {
	name, err := p.begin(a)
	if err != nil {
		return err
	}
	if len(p.links) == system.MaxParticles {
		return p.Errorf("there are more than %d links", system.MaxParticles)
	}
	p.number[name] = len(p.links)
	p.links = append(p.links, link{name: name, line: p.Number, center: frame{turn: rotation.Identity}})
	return nil
}

func (p *parser) center(a attributes) (err error) {
	p.links[len(p.links)-1].center, err = a.frame()
	return err
}

func (p *parser) mass(a attributes) error {
	text, err := a.text("value")
	if err != nil {
		return err
	}
	mass, err := p.Float(text, "mass")
	if err != nil {
		return err
	}
	if mass < 0 {
		return p.Errorf("the mass of %s is %g, expected 0 or more", p.owner, mass)
	}
	p.links[len(p.links)-1].mass = mass
	return nil
}

func (p *parser) inertia(a attributes) error {
	var moments [6]float64
	for i, name := range inertiaAttributes {
		var err error
		if moments[i], err = p.Float(a.optional(name, "0"), name); err != nil {
			return err
		}
	}
	largest := 0.0
	for _, moment := range moments {
		largest = max(largest, math.Abs(moment))
	}
	for _, about := range []int{0, 3, 5} {
		if moments[about] < -float64(rounded*largest) {
			return p.Errorf("%s of %s is %g, expected 0 or more: moments of inertia have no sign; turn it, or export the inertia about the center of mass again", inertiaAttributes[about], p.owner, moments[about])
		}
	}
	xx, xy, xz, yy, yz, zz := moments[0], moments[1], moments[2], moments[3], moments[4], moments[5]
	p.links[len(p.links)-1].inertia = rotation.Matrix{{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}
	return nil
}
