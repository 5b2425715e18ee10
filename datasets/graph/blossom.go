package graph

// maximumMatching chooses as many disjoint edges among n vertices as possible. It returns the
// partner of each vertex, or -1 if it has none. It is Edmonds' algorithm. From each free vertex
// in turn a tree of alternating paths grows until it meets another free vertex. Cycles of odd
// length, called blossoms, are shrunk to their base when they are met. The time is O(n^3).
func maximumMatching(n int, edges [][2]int) []int {
	m := &matcher{
		adjacent: adjacency(n, edges), partner: make([]int, n),
		before: make([]int, n), base: make([]int, n), outer: make([]bool, n),
	}
	for v := range m.partner {
		m.partner[v] = -1
	}
	for v := range m.partner {
		if m.partner[v] < 0 {
			m.augment(m.path(v))
		}
	}
	return m.partner
}

type matcher struct {
	adjacent [][]int
	partner  []int // -1 for none
	// These describe the tree. before holds the vertex before an inner vertex, or -1 outside
	// the tree. base holds the base of the blossom that a vertex is in, or the vertex itself.
	// outer holds whether a vertex is an even number of edges from the root.
	before, base []int
	outer        []bool
	queue        []int // outer vertices whose edges are still to be followed
}

// path grows the tree of a free vertex. It returns the free vertex at the end of an augmenting
// path, or -1 if there is none.
func (m *matcher) path(root int) int {
	for v := range m.partner {
		m.before[v], m.base[v], m.outer[v] = -1, v, v == root
	}
	m.queue = append(m.queue[:0], root)
	for len(m.queue) > 0 {
		v := m.queue[0]
		m.queue = m.queue[1:]
		for _, to := range m.adjacent[v] {
			switch {
			case m.base[v] == m.base[to] || m.partner[v] == to:
			case m.outer[to]:
				m.shrink(v, to)
			case m.before[to] < 0:
				m.before[to] = v
				if m.partner[to] < 0 {
					return to
				}
				m.outer[m.partner[to]] = true
				m.queue = append(m.queue, m.partner[to])
			}
		}
	}
	return -1
}

// augment exchanges the matched and the free edges of the path that ends
// at v.
func (m *matcher) augment(v int) {
	for v >= 0 {
		before := m.before[v]
		next := m.partner[before]
		m.partner[v], m.partner[before] = before, v
		v = next
	}
}

// shrink makes one blossom of the cycle that the edge between two outer vertices closes. All
// its vertices become outer.
func (m *matcher) shrink(v, w int) {
	base := m.commonBase(v, w)
	inside := map[int]bool{}
	m.markPath(inside, v, base, w)
	m.markPath(inside, w, base, v)
	for i := range m.base {
		if !inside[m.base[i]] {
			continue
		}
		m.base[i] = base
		if !m.outer[i] {
			m.outer[i] = true
			m.queue = append(m.queue, i)
		}
	}
}

// commonBase returns the base at which the paths from two outer vertices to the root meet.
func (m *matcher) commonBase(v, w int) int {
	onPath := map[int]bool{}
	for {
		v = m.base[v]
		onPath[v] = true
		if m.partner[v] < 0 {
			break // the root
		}
		v = m.before[m.partner[v]]
	}
	for {
		if w = m.base[w]; onPath[w] {
			return w
		}
		w = m.before[m.partner[w]]
	}
}

// markPath marks the bases from v down to the blossom's base as inside. It also sets how a path
// leads from the inner vertices around the cycle, through next.
func (m *matcher) markPath(inside map[int]bool, v, base, next int) {
	for m.base[v] != base {
		partner := m.partner[v]
		inside[m.base[v]], inside[m.base[partner]] = true, true
		m.before[v] = next
		next, v = partner, m.before[partner]
	}
}
