package systems

import (
	"gmnc/export/emit"
	"gmnc/system"
)

// broken counts, for some rules, what breaks the rule in each system: int64[batch,1,1], or ""
// if nothing can. Of the other rules, excesses checks those of single joints, hanging those on
// bodies, and inRanges finds more planes than there is room for.
var broken = map[*system.Rule]func(e *Emitter, read map[string]bool) string{
	system.PinnedRest:     (*Emitter).movingPins,
	system.SomeFree:       (*Emitter).allPinned,
	system.MasslessPinned: (*Emitter).unpinned,
	system.PlanesNormal:   (*Emitter).withoutNormal,
	system.NearestImages:  (*Emitter).farImages,
}

// movingPins counts the pinned particles with a velocity.
func (e *Emitter) movingPins(map[string]bool) string {
	pinned := e.fitted(system.Pinned.Name, e.PerParticle())
	speeds := e.Along("ReduceSumSquare", e.fitted(system.Velocity.Name, e.PerParticle()), 1, 2)
	return e.perSystem(e.AsInt(e.Op("Less", nil, e.Floats([]float64{0}), e.Op("Mul", nil, pinned, speeds))))
}

// allPinned returns 1 for a system whose particles are all pinned, and otherwise 0.
func (e *Emitter) allPinned(map[string]bool) string {
	pinned := e.fitted(system.Pinned.Name, e.PerParticle())
	free := e.perSystem(e.Op("Sub", nil, e.Floats([]float64{1}), pinned))
	return e.AsInt(e.Op("Not", nil, e.Op("Less", nil, e.Floats([]float64{0}), free)))
}

// unpinned counts the particles without mass that are not pinned. Bodies on joints, also among
// planes, have particles without mass.
func (e *Emitter) unpinned(read map[string]bool) string {
	weight := e.fitted(system.Mass.Name, e.PerParticle())
	if e.reads(read, system.Pinned) {
		weight = e.Op("Add", nil, weight, e.fitted(system.Pinned.Name, e.PerParticle()))
	}
	return e.perSystem(e.AsInt(e.Op("Not", nil, e.Op("Less", nil, e.Floats([]float64{0}), weight))))
}

// withoutNormal counts the planes of each system that have an offset and no normal.
func (e *Emitter) withoutNormal(map[string]bool) string {
	planes, width := system.Planes.Name, system.PlaneColumns
	if emit.Find(e.Graph.Input, planes) == nil {
		return "" // the planes are baked into the file
	}
	count := system.Planes.Columns / width
	normals, offsets := make([]float64, count*width*count), make([]float64, count*width*count)
	for column := range count * width {
		of := normals
		if column%width == width-1 {
			of = offsets
		}
		of[column*count+column/width] = 1
	}
	rows := e.Unsqueeze(planes, 1)
	squares := e.Op("Mul", nil, rows, rows)
	there := func(sums []float64) string {
		sum := e.Op("MatMul", nil, squares, e.Floats(sums, int64(count*width), int64(count)))
		return e.Op("Less", nil, e.Floats([]float64{0}), sum)
	}
	return e.perSystem(e.AsInt(e.Op("And", nil, there(offsets), e.Op("Not", nil, there(normals)))))
}

// reads reports whether the model takes and reads a field, or has it baked in.
func (e *Emitter) reads(read map[string]bool, f *system.Field) bool {
	_, baked := e.Baked[f.Name]
	return baked || read[f.Name] && e.takes(f)
}

// perSystem adds up values over particles and columns: [batch,1,1].
func (e *Emitter) perSystem(values string) string {
	return e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, values, e.Ints([]int64{1, 2}, 2))
}
