package systems

import (
	"math"
	"slices"

	"gmnc/export/emit"
	"gmnc/ir"
	"gmnc/system"
)

// tableColumns are the columns of a table that says to which object a particle belongs, with
// one row for each particle. All except the kind's number and the particle itself are inputs of
// models.
var tableColumns = []string{PartnerColumn, FirstColumn, "second", "joint", kindColumn, OwnColumn}

const (
	// kindColumn has the kind's number in the table of kinds. Models take masks and edge types,
	// which follow from it.
	kindColumn = "kind"
	// OwnColumn has the particle itself. PartnerColumn has the other end of its stick or the
	// joint of its hinge, and FirstColumn the first end of either.
	OwnColumn     = "own"
	PartnerColumn = "partner"
	FirstColumn   = "first"
)

// Column returns the index of a column of the table.
func Column(name string) int64 { return int64(slices.Index(tableColumns, name)) }

// tableRows returns the rows of a kind's members as numbers of members. The number after the
// last member stands for the kind's number.
func tableRows(kind *system.Kind) []int64 {
	var rows []int64
	for own, relation := range kind.Relations {
		for _, member := range []int{relation.Partner, relation.First, relation.Second, relation.Joint, kind.Members(), own} {
			rows = append(rows, int64(member))
		}
	}
	return rows
}

// IsTableColumn reports whether an input is a column of the table, or follows from the kind.
func (e *Emitter) IsTableColumn(input *ir.Value) bool {
	return e.OfKinds(input) != nil || IsColumn(input) || e.Depth > 0 && isRoot(input)
}

// IsColumn reports whether an input is a column of the table.
func IsColumn(input *ir.Value) bool {
	return input.Name != kindColumn && input.Name != OwnColumn && Column(input.Name) >= 0 && input.Type.Equal(ir.Indices(Particles, ir.Rows(Particles)))
}

// OfKinds returns the values of the edge type or of a mask for the particles of each kind, in
// the order of the table of kinds, or nil for another input.
func (e *Emitter) OfKinds(input *ir.Value) []float64 {
	if !input.Type.Equal(ir.Floats(ir.Rows(Particles), 1)) {
		return nil
	}
	kinds := e.TableKinds()
	values, known := make([]float64, len(kinds)), input.Name == system.EdgeTypeInput
	for i, kind := range kinds {
		switch input.Name {
		case system.EdgeTypeInput:
			values[i] = kind.EdgeType
		case kind.Mask():
			values[i], known = 1, true
		}
	}
	if !known {
		return nil
	}
	return values
}

// TableKinds returns the rows of the table of kinds.
func (e *Emitter) TableKinds() []*system.Kind {
	if e.Depth > 0 {
		return system.Kinds()
	}
	return append([]*system.Kind{system.Isolated}, system.ListedKinds()...)
}

// tableColumn returns a column of the table of objects, int64[particles], or what follows from
// the kind, float[particles,1].
func (e *Emitter) tableColumn(input *ir.Value) string {
	values := e.OfKinds(input)
	switch {
	case e.Joints > 0:
		return e.ofHanging(input)
	case values == nil && e.Depth > 0:
		return e.ofForests(input.Name)
	case values == nil:
		return e.columns(e.ObjectTable(), input.Name)
	}
	return e.NumberOfKind(values, 1)
}

// Kinds returns the numbers of the particles' kinds, int64[particles].
func (e *Emitter) Kinds() string {
	return e.Named("objects/"+kindColumn, func() string {
		switch {
		case e.ParticleCount > 0:
			return e.bakedKinds()
		case e.Joints > 0:
			return e.hanging().kind
		case e.Depth > 0:
			return e.ofForests(kindColumn)
		}
		return e.listedKinds(e.ObjectTable())
	})
}

// listedKinds returns the numbers of kinds in a table, int64[particles], with 0 for particles
// outside listed objects.
func (e *Emitter) listedKinds(table string) string {
	return e.Named("objects/listed_"+kindColumn, func() string { return e.columns(table, kindColumn) })
}

// columns returns one column of the table, int64[particles].
func (e *Emitter) columns(table, name string) string {
	return e.Op("Gather", map[string]any{"axis": int64(1)}, table, e.Ints([]int64{Column(name)}))
}

// ObjectTable returns int64[particles, len(tableColumns)]. It starts as the table of isolated
// particles, whose entries are all the particle itself. Then it enters the rows of the members
// of objects.
func (e *Emitter) ObjectTable() string {
	numbers := e.Unsqueeze(e.Count(e.Size(Particles)), 1)
	table := e.Named("objects/isolated", func() string {
		own := slices.Repeat([]int64{1}, len(tableColumns))
		own[Column(kindColumn)] = 0
		return e.Op("Mul", nil, numbers, e.Ints(own, 1, int64(len(own))))
	})
	var entries []string
	total := "" // number of members in all objects of a system
	for _, kind := range system.ListedKinds() {
		if b, baked := e.Baked[kind.Plural]; baked && len(b.Ints) == 0 {
			continue // nothing to enter; constants have elements
		}
		rows := e.memberRows(kind)
		total = e.Named("objects/"+kind.Plural+"/count", func() string {
			count := e.Op("Mul", nil, e.Extent(e.Given(kind.Plural), 1), e.Ints([]int64{int64(kind.Members())}, 1))
			if total == "" {
				return count
			}
			return e.Op("Add", nil, total, count)
		})
		entries = append(entries, e.Named("objects/"+kind.Plural+"/entries", func() string { return e.entries(rows, kind) }))
	}
	if len(entries) == 0 {
		return table
	}
	all := entries[0]
	if len(entries) > 1 {
		all = e.Named("objects/entries", func() string { return e.Concat(entries...) })
	}
	table = e.Named("objects/entered", func() string {
		members := e.Op("Gather", map[string]any{"axis": int64(1)}, all, e.Ints([]int64{Column(OwnColumn)}, 1))
		return e.Op("ScatterND", nil, table, members, all)
	})
	e.eachOnce(table, total)
	return table
}

// entries returns the rows of the table for the members of one kind's objects, in the order of
// the members. These are given as int64[batch, objects, members].
func (e *Emitter) entries(members string, kind *system.Kind) string {
	known := e.Op("Pad", nil, members, e.Ints([]int64{0, 0, 0, 0, 0, 1}, 6), e.Ints([]int64{int64(kind.Number())}))
	rows := e.Ints(tableRows(kind), int64(kind.Members()), int64(len(tableColumns)))
	entries := e.Op("Gather", map[string]any{"axis": int64(2)}, known, rows)
	return e.Op("Reshape", nil, entries, e.Ints([]int64{-1, int64(len(tableColumns))}, 2))
}

// eachOnce checks that in each system as many particles of a table are in objects as objects
// have members. If there are fewer, a particle is in two objects or twice in one. A Gather then
// fails, because it reads a single 0 at an index that is 1 if particles are missing.
func (e *Emitter) eachOnce(table, total string) {
	missing := e.Named("objects/each_once", func() string {
		inObject := e.Op("Min", nil, e.listedKinds(table), e.Ints([]int64{1}, 1))
		inObjects := e.Op("ReduceSum", map[string]any{"keepdims": int64(1)},
			e.Op("Reshape", emit.KeepZero, inObject, e.PerParticle()), e.Ints([]int64{1}, 1))
		return e.AsInt(e.Op("Less", nil, inObjects, total)) // OpenVINO subtracts only in the first system
	})
	e.faulty(missing)
	e.faulty(e.Named("objects/particle_in_two_objects", func() string {
		return e.Op("Gather", nil, e.Ints([]int64{0}, 1), missing)
	}))
}

// memberRows turns indices within systems into rows of the batch. It looks them up in the rows
// of their own system by GatherElements, which fails if an index is outside it. GatherElements
// would count negative indices from the end, so these are first moved outside. Where repeats
// one system's objects for all, and fails if there are more or fewer lists than systems.
func (e *Emitter) memberRows(kind *system.Kind) string {
	one := e.Ints([]int64{1}, 1)
	outside := e.Named("objects/outside", func() string {
		return e.Op("Expand", nil, e.Ints([]int64{math.MaxInt32}, 1, 1, 1), e.Concat(e.Batch(), one, one))
	})
	members := e.Given(kind.Plural)
	indices := e.Named(kind.Array()+"/for_each_system", func() string {
		negative := e.Op("Less", nil, members, e.Ints([]int64{0}))
		return e.Op("Where", nil, negative, outside, members)
	})
	if _, baked := e.Baked[kind.Plural]; !baked {
		e.faultyIndices(indices)
	}
	lookup := e.Op("Concat", map[string]any{"axis": int64(2)}, slices.Repeat([]string{e.ownRows()}, kind.Members())...)
	return e.Named("objects/"+kind.Plural+"/index_within_system", func() string {
		return e.Op("GatherElements", map[string]any{"axis": int64(1)}, lookup, indices)
	})
}

// NumberOfKind returns a number for the kind of each particle, the same in all columns:
// float[particles,columns].
func (e *Emitter) NumberOfKind(values []float64, columns int) string {
	rows := make([][]float64, len(values))
	for kind, value := range values {
		rows[kind] = slices.Repeat([]float64{value}, columns)
	}
	return e.RowOfKind(rows)
}

// RowOfKind returns a row for the kind of each particle: float[particles,columns].
func (e *Emitter) RowOfKind(rows [][]float64) string {
	table := e.Floats(slices.Concat(rows...), int64(len(rows)), int64(len(rows[0])))
	return e.Op("Gather", map[string]any{"axis": int64(0)}, table, e.Kinds())
}

// bakedKinds returns the numbers of the particles' kinds, int64[particles], as the baked masks
// say.
func (e *Emitter) bakedKinds() string {
	kinds := make([]int64, e.ParticleCount)
	for _, kind := range e.TableKinds() {
		for particle, is := range e.Baked[kind.Mask()].Floats {
			if is != 0 {
				kinds[particle] = int64(kind.Number())
			}
		}
	}
	all := e.Op("Expand", nil, e.Ints(kinds, 1, int64(e.ParticleCount)), e.Concat(e.Batch(), e.SystemSize()))
	return e.Op("Reshape", nil, all, e.Ints([]int64{-1}, 1))
}
