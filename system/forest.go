package system

import "slices"

// none is the parent of a particle without one, and the body of a particle in none.
const none = -1

// TreeOf returns a tree of these particles. The first is the root, and every other comes after
// its parent. parents holds the parent of each, -1 for the root.
func TreeOf(members, parents []int) Object {
	places := make([]int, len(members))
	for i, parent := range parents {
		places[i] = slices.Index(members[:i], parent)
	}
	return Object{Kind: Tree, Members: members, Parents: places}
}

// Rerooted returns the tree with the same bars and another member as its root.
func (o Object) Rerooted(root int) Object {
	parents := Objects{o}.Numbers(Tree, slices.Max(o.Members)+1)
	for child, parent := int64(none), int64(root); parent != none; {
		parent, parents[parent], child = parents[parent], child, parent
	}
	again, _ := trees(parents, nil) // with the same bars there is no circle
	return again[0]
}

// depths returns the number of bars from the root of a tree to each member. It is nil for
// objects of other kinds.
func (o Object) depths() []int {
	depths := make([]int, len(o.Parents))
	for member, parent := range o.Parents {
		if parent >= 0 {
			depths[member] = depths[parent] + 1
		}
	}
	return depths
}

// Depth returns the number of bars from the root of a tree to its farthest member. It is 0 for
// objects of other kinds.
func (o Object) Depth() int {
	if o.Parents == nil {
		return 0
	}
	return slices.Max(o.depths())
}

// Depth returns the depth of the deepest tree. Particles of a body that a tree is joined
// to are a bar further from the root than the particle that joins them.
func (o Objects) Depth() (deepest int) {
	inTrees := o.inTrees()
	for i := range o {
		deepest = max(deepest, o[i].Depth())
		if joint := o[i].joint(inTrees); joint != none {
			deepest = max(deepest, inTrees[joint]+1)
		}
	}
	return deepest
}

// Joined reports whether a body is joined to a tree.
func (o Objects) Joined() bool {
	inTrees := o.inTrees()
	return slices.ContainsFunc(o, func(body Object) bool { return body.joint(inTrees) != none })
}

// Joints returns, for each object, the particle that joins it as a body to a tree, or -1.
func (o Objects) Joints() []int {
	joints, inTrees := make([]int, len(o)), o.inTrees()
	for i, object := range o {
		joints[i] = object.joint(inTrees)
	}
	return joints
}

// inTrees returns the particles in trees, each with the number of bars to its root.
func (o Objects) inTrees() map[int]int {
	depths := map[int]int{}
	for i := range o {
		for member, depth := range o[i].depths() {
			depths[o[i].Members[member]] = depth
		}
	}
	return depths
}

// joint returns the particle that joins a body to one of the trees, or none.
func (o Object) joint(inTrees map[int]int) int {
	if o.Kind == Body {
		for _, member := range o.Members {
			if _, joined := inTrees[member]; joined {
				return member
			}
		}
	}
	return none
}

// Forest reports whether there is a tree or a body.
func (o Objects) Forest() bool {
	return slices.ContainsFunc(o, func(object Object) bool { return object.Kind.Forest() })
}

// Numbers returns the array of n particles that describes the trees or the bodies. It holds the
// parent of each particle, or the number of its body, and -1 for the particles in none. Bodies
// are numbered in their order.
func (o Objects) Numbers(kind *Kind, n int) []int64 {
	numbers := slices.Repeat([]int64{none}, n)
	body := int64(0)
	for i := range o {
		switch object := &o[i]; {
		case object.Kind != kind:
		case kind == Tree:
			for member, parent := range object.Parents {
				if parent >= 0 {
					numbers[object.Members[member]] = int64(object.Members[parent])
				}
			}
		default:
			for _, member := range object.Members {
				numbers[member] = body
			}
			body++
		}
	}
	return numbers
}

// Numbered returns the objects of a kind that the numbers of their particles describe; it is
// the inverse of Numbers. Objects are in the order of their first particles: the root of a
// tree, the lowest member of a body.
func (k *Kind) Numbered(numbers []int64, report Report) (Objects, error) {
	if k == Tree {
		return trees(numbers, report)
	}
	return bodies(numbers, report)
}

// trees builds trees from the roots to the leaves. Particles that cannot be reached from a root
// are on a cycle.
func trees(parents []int64, report Report) (Objects, error) {
	n := len(parents)
	first, next := slices.Repeat([]int{none}, n), slices.Repeat([]int{none}, n)
	for i := n - 1; i >= 0; i-- {
		parent := parents[i]
		switch {
		case parent == none:
			continue
		case parent < 0 || parent >= int64(n):
			return nil, report(Tree.Column, ", particle %d: the parent %d is not in its system, expected 0 to %d, or -1 for none", i, parent, n-1)
		case parent == int64(i):
			return nil, report(Tree.Column, ", particle %d is its own parent: expected another particle, or -1 for none", i)
		}
		first[parent], next[i] = i, first[parent]
	}
	var objects Objects
	members, places := make([]int, 0, n), make([]int, 0, n)
	placed := make([]bool, n)
	for root, parent := range parents {
		if parent != none {
			continue
		}
		start := len(members)
		members, places, placed[root] = append(members, root), append(places, none), true
		for at := start; at < len(members); at++ {
			for child := first[members[at]]; child != none; child = next[child] {
				members, places, placed[child] = append(members, child), append(places, at-start), true
			}
		}
		if end := len(members); end > start+1 {
			objects = append(objects, Object{Kind: Tree, Members: members[start:end:end], Parents: places[start:end:end]})
		}
	}
	if i := slices.Index(placed, false); i >= 0 {
		return nil, report(Tree.Column, ", particle %d: its parents lead in a circle, expected a way to a particle without a parent", i)
	}
	return objects, nil
}

func bodies(numbers []int64, report Report) (Objects, error) {
	byNumber := map[int64]int{}
	var objects Objects
	for i, number := range numbers {
		switch object, known := byNumber[number]; {
		case number == none:
		case number < 0:
			return nil, report(Body.Column, ", particle %d: there is no body %d, expected 0 or more, or -1 for none", i, number)
		case known:
			objects[object].Members = append(objects[object].Members, i)
		default:
			byNumber[number] = len(objects)
			objects = append(objects, Body.Of(i))
		}
	}
	return objects, nil
}
