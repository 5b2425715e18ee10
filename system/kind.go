package system

import (
	"cmp"
	"slices"
)

// Kind is a kind of objects, a row of the table of kinds. Data sets, checks,
// batches, inputs of models and of exported files, lengths, perturbations and
// pictures follow from the row.
type Kind struct {
	Name string // of one object
	// Plural counts in texts. It names the array of a data set and the input of
	// an exported file that lists the objects, unless Column does.
	Plural string
	// Column names the array and the input of a kind whose objects have any
	// number of members: it has a number for each particle. Such a kind has one
	// role for all members, and neither Places nor Bars.
	Column string
	// Doc describes that input.
	Doc string
	// Roles name the members. Places say of each where the others are.
	Roles  []string
	Places []Place
	// Bars are the pairs of members whose distance never changes.
	Bars [][2]int
	// Constraint is how the members move together.
	Constraint Constraint
	// EdgeType is the feature of the edges along the bars, as published: 1
	// for a stick, 2 for a hinge. It is 0 of edges along none.
	EdgeType float64
}

// Place is where a member of an object finds others, as numbers of members:
//
//	           Partner        First, Second    Joint
//	isolated   itself         itself           itself
//	stick      the other end  the two ends     itself
//	hinge      the joint      the two ends     the joint
//
// The partner is the parent of a member: the bar between them keeps its
// length. A member without a bar is its own partner.
type Place struct{ Partner, First, Second, Joint int }

// Constraint is how the members of an object move together.
type Constraint uint8

const (
	// Free members move by themselves.
	Free Constraint = iota
	// Paired members turn about the centre between each and its partner.
	Paired
	// Jointed members turn about the joint that is their partner.
	Jointed
	// Articulated members turn each about its own parent.
	Articulated
	// Rigid members turn all together.
	Rigid
)

// EdgeTypeInput names the input of a model with the edge type of each
// particle's kind.
const EdgeTypeInput = "edge_type"

// RootInput names the input of a model with the first particle of each tree or
// body, else the particle itself.
const RootInput = "root"

// SendersInput names the input of a model with the particle that each edge is from, and
// EdgeMaskInput the one that is 0 of slots without a neighbour.
const SendersInput, EdgeMaskInput = "senders", "edge_mask"

// BoxSendersInput names the input of a model whose edges are from the first particles of
// boxes alone, to the particles of other bodies.
const BoxSendersInput = "box_senders"

// The kinds that the paper knows.
var (
	Isolated = &Kind{
		Name: "isolated", Plural: "particles",
		Roles: []string{""}, Places: []Place{{}},
	}
	Stick = &Kind{
		Name: "stick", Plural: "sticks",
		Doc:    "the two end particles of each rigid stick, by their indices in the system; the shape is [batch, 0, 2] if there are none",
		Roles:  []string{"end", "end"},
		Places: []Place{{Partner: 1, First: 0, Second: 1, Joint: 0}, {Partner: 0, First: 0, Second: 1, Joint: 1}},
		Bars:   [][2]int{{0, 1}}, Constraint: Paired, EdgeType: 1,
	}
	Hinge = &Kind{
		Name: "hinge", Plural: "hinges",
		Doc:    "the joint particle and the two end particles of each hinge of two rigid bars, by their indices in the system; the shape is [batch, 0, 3] if there are none",
		Roles:  []string{"joint", "end", "end"},
		Places: []Place{{First: 1, Second: 2}, {First: 1, Second: 2}, {First: 1, Second: 2}},
		Bars:   [][2]int{{0, 1}, {0, 2}}, Constraint: Jointed, EdgeType: 2,
	}
)

// The kinds whose objects have any number of members, two or more.
var (
	Tree = &Kind{
		Name: "tree", Plural: "trees", Column: "parents",
		Doc:        "the parent of each particle in a tree of rigid bars, by its index in the system; -1 for a root and for a particle in no tree",
		Roles:      []string{""},
		Constraint: Articulated, EdgeType: 3,
	}
	Body = &Kind{
		Name: "body", Plural: "bodies", Column: "bodies",
		Doc:        "the number of the rigid body that each particle belongs to, from 0 on; -1 for none",
		Roles:      []string{""},
		Constraint: Rigid, EdgeType: 4,
	}
)

// kinds are the rows of the table whose objects list their members, forests
// those whose objects have any number of them.
var kinds, forests = []*Kind{Isolated, Stick, Hinge}, []*Kind{Tree, Body}

// Kinds are all kinds: isolated particles, then the kinds of objects.
func Kinds() []*Kind { return slices.Concat(kinds, forests) }

// ObjectKinds are all kinds except for isolated particles.
func ObjectKinds() []*Kind { return Kinds()[1:] }

// ListedKinds are the kinds whose objects have a fixed number of members, and
// an array that lists these. The others are ForestKinds.
func ListedKinds() []*Kind { return slices.Clone(kinds[1:]) }

// ForestKinds are the kinds whose objects have any number of members, and an
// array with a number for each particle: trees and rigid bodies.
func ForestKinds() []*Kind { return slices.Clone(forests) }

// Register adds a kind of objects to the table, at the start of a program.
// Models move its members by its constraint; a simulation needs its dynamics.
func Register(kind *Kind) { kinds = append(kinds, kind) }

// Number is the kind's place in the table.
func (k *Kind) Number() int {
	if k.Forest() {
		return len(kinds) + slices.Index(forests, k)
	}
	return slices.Index(kinds, k)
}

// Forest reports whether objects of the kind have any number of members.
func (k *Kind) Forest() bool { return k.Column != "" }

// Array names the array of a data set and the input of an exported file that
// the objects are in.
func (k *Kind) Array() string { return cmp.Or(k.Column, k.Plural) }

// Members is how many particles an object has, 0 where it may be any number.
func (k *Kind) Members() int { return len(k.Places) }

// Role names a member.
func (k *Kind) Role(member int) string { return k.Roles[min(member, len(k.Roles)-1)] }

// Mask names the input of a model that is 1 for the particles in objects of
// the kind.
func (k *Kind) Mask() string { return "is_" + k.Name }

// Views is from how many of its members a bar is seen, those whose partner
// is its other end.
func (k *Kind) Views() int {
	views := 0
	for member, place := range k.Places {
		if place.Partner != member {
			views++
		}
	}
	return views / max(1, len(k.Bars))
}

// Of is an object of the kind with these particles as its members. A tree has
// parents, too: TreeOf makes one.
func (k *Kind) Of(members ...int) Object { return Object{Kind: k, Members: members} }
