package ir

// bodyEmitter writes the motion of bodies in tables of slots. A state has rows of slots,
// preceded by an axis for steps of different times: [times,systems,1,slots].
type bodyEmitter struct {
	slotsEmitter
	descendants string // [systems,slots,slots]: 1 if a row's slot is the column's or its descendant
	moves       string // [systems,size,slots]: 1 where a column's slot moves a row
	particles   string // [systems,size,4 slots]: the particles in the columns of their bodies
	// tables writes motions, in rows of the slots of all systems.
	tables  *bodyTables
	motions bodyMotions
}

func newBodyEmitter(e Emitter, n *Node, args []string) *bodyEmitter {
	b := &bodyEmitter{slotsEmitter: newSlotsEmitter(e, n, args[0], args[1], args[5]), tables: newBodyTables(e)}
	table, t := b.table(args[4], args[0], args[2], b.squares(args[0]), args[1]), b.tables
	up := b.chain(min(n.Int("depth")-1, b.joints))
	known := t.columns(b.reshaped(table, 1, -1, 1, bodyColumns), 1, bodyColumns)
	b.motions = newBodyMotions(t.Builder, known, t.index(b.rowBefore), up) // the anchor of the ground is 0
	b.owners(args[3], b.slice(table, 2, anchorColumn, anchorColumn+3))
	return b
}

// keepZero makes an extent of 0 in a Reshape stand for 0.
var keepZero = map[string]any{"allowzero": int64(1)}

var keepDims = map[string]any{"keepdims": int64(1)}

func along(axis int) map[string]any { return map[string]any{"axis": int64(axis)} }

// chain determines which slots are ancestors of others, for paths of at most longest bodies.
// It returns the ancestors 1, 2, 4, ... generations above slots.
func (b *bodyEmitter) chain(longest int) (up []Ancestor) {
	e, row := b.e, b.rowBefore
	isBefore := b.floats(e.Op("Equal", nil, b.before, e.Floats(counting(b.slots), 1, 1, int64(b.slots))))
	for reach := 1; reach < longest; reach *= 2 {
		up = append(up, Ancestor{row: b.tables.index(row)})
		row = e.Op("Gather", along(0), row, row)
	}
	b.descendants = e.Op("Max", nil, isBefore, b.unit()) // the number of paths, then whether there is any
	for reach := 1; reach < longest-1; reach *= 2 {
		b.descendants = e.Op("MatMul", nil, b.descendants, b.descendants)
	}
	b.descendants = e.Op("Min", nil, b.descendants, e.Floats([]float64{1}))
	return up
}

// owners sets the particles relative to the anchors of slots, and determines which slots move which
// rows.
func (b *bodyEmitter) owners(rest, anchors string) {
	e, slots := b.e, b.slots
	var fourfold, coordinates, ones []entry
	for i := range 4 * slots {
		fourfold = append(fourfold, entry{i / 4, i, 1})
		if i%4 < 3 {
			coordinates = append(coordinates, entry{i % 4, i, 1})
		} else {
			ones = append(ones, entry{0, i, 1})
		}
	}
	b.moves = e.Op("MatMul", nil, b.owner, b.descendants)
	off := e.Op("Sub", nil, b.inSystems(rest), e.Op("MatMul", nil, b.owner, anchors))
	rows := e.Op("Add", nil, b.times(off, 3, 4*slots, coordinates), b.constant(1, 4*slots, ones, int64(4*slots)))
	b.particles = e.Op("Mul", nil, rows, b.times(b.owner, slots, 4*slots, fourfold))
}

// bodyPoses holds the state of bodies: positions followed by a 1, [times,systems,size,4], the
// velocities at unit rates of slots, [times,systems,3 size,slots], and the directions of joints
// that rotate, [times,systems,slots,3]. The velocities are the first columns of all.
type bodyPoses struct{ position, velocities, all, turning string }

// crosses holds the identity, and the matrices that take the components x, y and z of the cross
// products of rows with vectors.
var crosses = [][]entry{
	{{0, 0, 1}, {1, 1, 1}, {2, 2, 1}}, {{1, 2, 1}, {2, 1, -1}}, {{2, 0, 1}, {0, 2, -1}}, {{0, 1, 1}, {1, 0, -1}},
}

// posesOf returns the state of bodies whose joints have moved by q, or have not moved if q is "".
// If factors are given, one for each of several times, the velocities are followed by the
// products with the other crosses and the factor: [times,systems,3 size,4 slots].
func (b *bodyEmitter) posesOf(q string, times int, factors ...float64) bodyPoses {
	e, t, several, slots, kinds := b.e, b.tables, int64(times), b.slots, 1
	var moved *Value
	if q != "" {
		moved = t.columns(b.reshaped(q, several, -1, 1, 1), times, 1)
	}
	pose := b.motions.pose(moved)
	particles := e.Op("MatMul", nil, b.particles, b.reshaped(t.written(pose).name, several, -1, int64(4*slots), 4))
	fields := b.reshaped(t.written(b.motions.fields(pose)).name, several, -1, int64(slots), 12)
	turning := b.times(fields, 12, 3, turnOfField)
	if factors != nil {
		kinds = len(crosses)
		fields = e.Op("MatMul", nil, fields, e.Floats(crossing(factors), several, 1, 12, int64(12*kinds)))
	}
	all := b.velocities(particles, fields, b.moves, times, slots, kinds)
	velocities := all
	if kinds > 1 {
		velocities = b.slice(all, 3, 0, slots)
	}
	return bodyPoses{particles, velocities, all, turning}
}

// crossing returns the matrices that multiply fields by the crosses and factors.
func crossing(factors []float64) (values []float64) {
	kinds := len(crosses)
	for _, factor := range factors {
		var entries []entry
		for i := range 4 {
			for kind, cross := range crosses {
				for _, c := range cross {
					if kind > 0 {
						c.value *= factor
					}
					entries = append(entries, entry{3*i + c.row, (3*i+c.column)*kinds + kind, c.value})
				}
			}
		}
		values = append(values, matrixOf(12, 12*kinds, entries)...)
	}
	return values
}
