package sim

import (
	"fmt"
	"slices"

	"gmnc/system"
)

// articulation holds all particles as pieces: particles and rigid bodies in trees, connected by
// rigid bars with a ball joint at either end.
type articulation struct {
	pieces []piece // parents before their children
}

// newArticulation makes the pieces of particles with these positions, masses and pins, [n]
// each. If mass is nil, masses are 1; if pinned is nil, no particle is pinned. A body may be
// part of a tree, through particles that are members of both. A bar within it then has no
// effect. A particle in two bodies, a pinned particle in a body, two pinned particles in a
// tree, and bars that form a cycle are errors.
func newArticulation(position [][3]float64, mass []float64, pinned []bool, objects system.Objects) (*articulation, error) {
	if mass == nil {
		mass = slices.Repeat([]float64{1}, len(position))
	}
	bars, bodies := rigid(objects)
	var pieces []piece
	owner := make([]int, len(position)) // the piece of each particle, plus 1
	for _, members := range bodies {
		pieces = append(pieces, newBody(position, members, mass))
		for _, i := range members {
			if owner[i] > 0 {
				return nil, fmt.Errorf("state: particle %d is in two bodies, expected one at most", i)
			}
			if pinned != nil && pinned[i] {
				return nil, fmt.Errorf("state: particle %d of a body is pinned, expected particles of trees, or free ones", i)
			}
			owner[i] = len(pieces)
		}
	}
	for i := range owner {
		if owner[i] == 0 {
			one := newPiece([]int{i}, 3, mass)
			one.pinned = pinned != nil && pinned[i]
			pieces = append(pieces, one)
			owner[i] = len(pieces)
		}
	}
	links, err := linked(len(pieces), owner, bars)
	if err != nil {
		return nil, err
	}
	a := hang(position, pieces, links)
	for _, p := range a.pieces {
		if p.pinned && p.parent >= 0 {
			return nil, fmt.Errorf("state: particle %d is the second pinned one of its tree, expected one at most", p.members[0])
		}
	}
	return a, nil
}

// rigid returns the bars and the bodies of objects.
func rigid(objects system.Objects) (bars [][2]int, bodies [][]int) {
	for _, object := range objects {
		if object.Kind == system.Body {
			bodies = append(bodies, object.Members)
		} else {
			bars = append(bars, object.Bars()...)
		}
	}
	return bars, bodies
}

// link is a bar as seen from the piece at one end: the piece at the other end, the particle of
// this piece, and the particle of the other.
type link struct{ to, inner, outer int }

// linked returns the bars of each piece. owner is the piece of each particle, plus 1.
func linked(pieces int, owner []int, bars [][2]int) ([][]link, error) {
	links := make([][]link, pieces)
	leader := make([]int, pieces) // a piece that leads to the one that stands for the tree
	for i := range leader {
		leader[i] = i
	}
	for _, bar := range bars {
		from, to := owner[bar[0]]-1, owner[bar[1]]-1
		if from == to {
			continue
		}
		links[from] = append(links[from], link{to, bar[0], bar[1]})
		links[to] = append(links[to], link{from, bar[1], bar[0]})
		one, other := leaderOf(leader, from), leaderOf(leader, to)
		if one == other {
			return nil, fmt.Errorf("state: the bar of particles %d and %d closes a ring, expected trees", bar[0], bar[1])
		}
		leader[one] = other
	}
	return links, nil
}

// leaderOf returns the piece that represents the tree of piece i. It also shortens the path to
// it.
func leaderOf(leader []int, i int) int {
	for leader[i] != i {
		leader[i] = leader[leader[i]]
		i = leader[i]
	}
	return i
}

// hang orders pieces so that each follows its parent. Pinned pieces are roots.
func hang(position [][3]float64, pieces []piece, links [][]link) *articulation {
	var order []int // of numbers of pieces
	place := make([]int, len(pieces))
	visit := func(number int) {
		order = append(order, number)
		place[number] = len(order)
	}
	roots := slices.Concat(numbers(pieces, true), numbers(pieces, false))
	for _, root := range roots {
		if place[root] > 0 {
			continue
		}
		visit(root)
		for next := place[root]; next <= len(order); next++ {
			for _, link := range links[order[next-1]] {
				if place[link.to] > 0 {
					continue
				}
				p := &pieces[link.to]
				p.parent, p.inner, p.outer = next-1, link.inner, link.outer
				p.length = load(position[link.outer]).sub(load(position[link.inner])).norm()
				visit(link.to)
			}
		}
	}
	a := &articulation{}
	for _, number := range order {
		a.pieces = append(a.pieces, pieces[number])
	}
	return a
}

// numbers returns the indices of the pieces that are pinned, or of those that are not.
func numbers(pieces []piece, pinned bool) (all []int) {
	for i := range pieces {
		if pieces[i].pinned == pinned {
			all = append(all, i)
		}
	}
	return all
}

// arrange updates the positions and requires every bar to keep its length.
func (a *articulation) arrange(position [][3]float64) {
	for i := range a.pieces {
		a.pieces[i].arrange(position)
		a.pieces[i].stretch = 0
	}
}

// nearest sets near [n] to the motion nearest to a given one [n], among the motions that rotate
// bodies as a whole and lengthen every bar by its stretch. Nearest is by the sum over particles
// of the squared differences times masses. Positions are those of the last arrange.
//
// For accelerations this is Gauss's principle of least constraint, with forces over masses as
// the given motion. For velocities and displacements it is the projection onto what the bars
// allow. It uses the articulated-body method (Featherstone, Rigid Body Dynamics Algorithms,
// 2008, chapter 7): forces along bars are eliminated from the leaves to the root, so the work
// is proportional to the number of particles.
func (a *articulation) nearest(position [][3]float64, given, near []vector) {
	for i := range a.pieces {
		p := &a.pieces[i]
		p.inertia, p.load = p.own(position), generalized{}
		for k, i := range p.members {
			p.load = p.load.add(p.masses[k], force(p.offset(position, i), given[i]))
		}
	}
	for i := range slices.Backward(a.pieces) {
		a.gather(&a.pieces[i], position)
	}
	for i := range a.pieces {
		p := &a.pieces[i]
		if !p.pinned { // a pinned piece has no motion
			p.motion = p.inertia.solve(p.degrees, p.load)
		}
		if p.parent >= 0 {
			parent := &a.pieces[p.parent]
			along := p.direction.dot(parent.at(parent.offset(position, p.inner)))
			p.motion = p.motion.add((p.stretch+along-p.free)/p.compliance, p.answer)
		}
		for _, i := range p.members {
			near[i] = p.at(p.offset(position, i))
		}
	}
}

// gather adds to the parent's inertia and load those of a piece with all that hangs on it.
func (a *articulation) gather(p *piece, position [][3]float64) {
	p.inertia.factor(p.degrees)
	if p.parent < 0 {
		return
	}
	pull := force(p.offset(position, p.outer), p.direction)
	p.answer = p.inertia.solve(p.degrees, pull)
	p.compliance, p.free = pull.dot(p.answer), p.load.dot(p.answer)

	parent := &a.pieces[p.parent]
	back := force(parent.offset(position, p.inner), p.direction)
	parent.inertia.addSquare(parent.degrees, 1/p.compliance, back)
	parent.load = parent.load.add((p.free-p.stretch)/p.compliance, back)
}
