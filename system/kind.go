package system

import (
	"cmp"
	"slices"
)

// Kind is a kind of objects, a row of the table of kinds. Data sets, checks, batches, the
// inputs of models and of exported files, lengths, perturbations and pictures all follow from
// the row.
type Kind struct {
	Name string // of one object
	// Plural is the name of several objects in texts. It is also the name of the array of a
	// data set, and of the input of an exported file, that lists the objects, unless Column is
	// set.
	Plural string
	// Column names the array and the input of a kind whose objects have any number of members.
	// It holds a number for each particle. Such a kind has one role for all members, and
	// neither Relations nor Bars.
	Column string
	// Doc describes that input.
	Doc string
	// Roles are the names of the members. Relations say, for each member, where the others are.
	Roles     []string
	Relations []Relation
	// Bars are the pairs of members whose distance is constant.
	Bars [][2]int
	// Constraint says how the members move together.
	Constraint Constraint
	// EdgeType is the published feature of the edges along the bars: 1 for a stick and 2 for a
	// hinge. All other edges have 0.
	EdgeType float64
}

// Relation is where a member of an object finds others, as numbers of members:
//
//	           Partner        First, Second    Joint
//	isolated   itself         itself           itself
//	stick      the other end  the two ends     itself
//	hinge      the joint      the two ends     the joint
//
// The partner is the parent of a member: the bar between them keeps its
// length. A member without a bar is its own partner.
type Relation struct{ Partner, First, Second, Joint int }

// Constraint says how the members of an object move together.
type Constraint uint8

const (
	// Free members move independently of each other.
	Free Constraint = iota
	// Paired members rotate about the midpoint between them and their partner.
	Paired
	// Jointed members rotate about the joint, which is their partner.
	Jointed
	// Articulated members each rotate about their own parent.
	Articulated
	// Rigid members rotate together.
	Rigid
)

// EdgeTypeInput names the input that holds the edge type of each particle's kind.
const EdgeTypeInput = "edge_type"

// RootInput names the input that holds the first particle of each tree or body, and for other
// particles the particle itself.
const RootInput = "root"

// SendersInput names the input that holds the sender of each edge. EdgeMaskInput names the
// input that is 0 for slots without a neighbor.
const SendersInput, EdgeMaskInput = "senders", "edge_mask"

// BoxSendersInput names the input for models whose edges lead only from the first particles of
// boxes to the particles of other bodies.
const BoxSendersInput = "box_senders"

// These are the kinds of the paper.
var (
	Isolated = &Kind{
		Name: "isolated", Plural: "particles",
		Roles: []string{""}, Relations: []Relation{{}},
	}
	Stick = &Kind{
		Name: "stick", Plural: "sticks",
		Doc:       "the two end particles of each rigid stick, by their indices in the system; the shape is [batch, 0, 2] if there are none",
		Roles:     []string{"end", "end"},
		Relations: []Relation{{Partner: 1, First: 0, Second: 1, Joint: 0}, {Partner: 0, First: 0, Second: 1, Joint: 1}},
		Bars:      [][2]int{{0, 1}}, Constraint: Paired, EdgeType: 1,
	}
	Hinge = &Kind{
		Name: "hinge", Plural: "hinges",
		Doc:       "the joint particle and the two end particles of each hinge of two rigid bars, by their indices in the system; the shape is [batch, 0, 3] if there are none",
		Roles:     []string{"joint", "end", "end"},
		Relations: []Relation{{First: 1, Second: 2}, {First: 1, Second: 2}, {First: 1, Second: 2}},
		Bars:      [][2]int{{0, 1}, {0, 2}}, Constraint: Jointed, EdgeType: 2,
	}
)

// These are the kinds whose objects have two or more members.
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

// kinds are the rows of the table whose objects list their members. forests are those whose
// objects have any number of members.
var kinds, forests = []*Kind{Isolated, Stick, Hinge}, []*Kind{Tree, Body}

// Kinds returns all kinds: isolated particles, and then the kinds of objects.
func Kinds() []*Kind { return slices.Concat(kinds, forests) }

// ObjectKinds returns all kinds except isolated particles.
func ObjectKinds() []*Kind { return Kinds()[1:] }

// ListedKinds returns the kinds whose objects have a fixed number of members, which an array
// lists. The others are ForestKinds.
func ListedKinds() []*Kind { return slices.Clone(kinds[1:]) }

// ForestKinds returns the kinds whose objects have any number of members, trees and rigid
// bodies. Their arrays have a number for each particle.
func ForestKinds() []*Kind { return slices.Clone(forests) }

// Register adds a kind of objects to the table. Call it when the program starts. Models move
// the members as its constraint says; a simulation needs its dynamics, too.
func Register(kind *Kind) { kinds = append(kinds, kind) }

// Number is the index of the kind in the table.
func (k *Kind) Number() int {
	if k.Forest() {
		return len(kinds) + slices.Index(forests, k)
	}
	return slices.Index(kinds, k)
}

// Forest reports whether objects of the kind have any number of members.
func (k *Kind) Forest() bool { return k.Column != "" }

// Array names the array of a data set, and the input of an exported file, that holds the
// objects.
func (k *Kind) Array() string { return cmp.Or(k.Column, k.Plural) }

// Members is the number of particles of an object, or 0 if it may be any number.
func (k *Kind) Members() int { return len(k.Relations) }

// Role returns the name of a member.
func (k *Kind) Role(member int) string { return k.Roles[min(member, len(k.Roles)-1)] }

// Mask names the input of a model that is 1 for the particles in objects of the kind, and 0 for
// others.
func (k *Kind) Mask() string { return "is_" + k.Name }

// Views is how many of the two ends of a bar have the other end as their partner.
func (k *Kind) Views() int {
	views := 0
	for member, relation := range k.Relations {
		if relation.Partner != member {
			views++
		}
	}
	return views / max(1, len(k.Bars))
}

// Of returns an object of the kind with these particles as its members. For a tree, which also
// has parents, use TreeOf.
func (k *Kind) Of(members ...int) Object { return Object{Kind: k, Members: members} }
