package system

import "slices"

// Kind is a kind of objects, a row of the table of kinds. Data sets, checks,
// batches, inputs of models and of exported files, lengths, perturbations and
// pictures follow from the row.
type Kind struct {
	Name string // of one object
	// Plural names the array of a data set and the input of an exported file
	// that lists the objects, and counts in texts.
	Plural string
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
)

// EdgeTypeInput names the input of a model with the edge type of each
// particle's kind.
const EdgeTypeInput = "edge_type"

// The kinds that the paper knows.
var (
	Isolated = &Kind{
		Name: "isolated", Plural: "particles",
		Roles: []string{""}, Places: []Place{{}},
	}
	Stick = &Kind{
		Name: "stick", Plural: "sticks",
		Doc:    "both ends of each stick, as indices within the system",
		Roles:  []string{"end", "end"},
		Places: []Place{{Partner: 1, First: 0, Second: 1, Joint: 0}, {Partner: 0, First: 0, Second: 1, Joint: 1}},
		Bars:   [][2]int{{0, 1}}, Constraint: Paired, EdgeType: 1,
	}
	Hinge = &Kind{
		Name: "hinge", Plural: "hinges",
		Doc:    "joint and both ends of each hinge, as indices within the system",
		Roles:  []string{"joint", "end", "end"},
		Places: []Place{{First: 1, Second: 2}, {First: 1, Second: 2}, {First: 1, Second: 2}},
		Bars:   [][2]int{{0, 1}, {0, 2}}, Constraint: Jointed, EdgeType: 2,
	}
)

// kinds are the rows of the table.
var kinds = []*Kind{Isolated, Stick, Hinge}

// Kinds are all kinds: isolated particles, then the kinds of objects.
func Kinds() []*Kind { return slices.Clone(kinds) }

// ObjectKinds are all kinds except for isolated particles.
func ObjectKinds() []*Kind { return slices.Clone(kinds[1:]) }

// Register adds a kind of objects to the table, at the start of a program.
// Models move its members by its constraint; a simulation needs its dynamics.
func Register(kind *Kind) { kinds = append(kinds, kind) }

// Number is the kind's place in the table.
func (k *Kind) Number() int { return slices.Index(kinds, k) }

// Members is how many particles an object has.
func (k *Kind) Members() int { return len(k.Places) }

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

// Of is an object of the kind with these particles as its members.
func (k *Kind) Of(members ...int) Object { return Object{k, members} }
