package datasets

import (
	"gmnc/datasets/npz"
	"gmnc/system"
)

// forest holds the array of the trees or of the bodies, which has a number for each particle.
type forest struct {
	kind    *system.Kind
	numbers array[int64]
	shared  system.Objects // objects of all samples if the array is shared
}

// forestBytes is the greatest memory that objects take for each of their particles.
const forestBytes = 192

// forest reads the array of trees or of bodies. It makes the objects of a shared array only
// once.
func (r *splitReader) forest(kind *system.Kind, particles npz.Axis) forest {
	f := forest{kind: kind, numbers: r.ints(kind.Array(), particles)}
	if r.err == nil {
		r.err = r.Take(kind.Array(), len(f.numbers.values), forestBytes)
	}
	if r.err == nil && f.numbers.shared {
		f.shared = once(r, kind.Array()+" as objects", func() (objects []system.Object) {
			objects, r.err = f.of(f.numbers.values, location{path: r.Path, shared: r.Has})
			return objects
		})
	}
	return f
}

// of returns the objects that the numbers of a sample's particles describe.
func (f forest) of(numbers []int64, at location) (system.Objects, error) {
	return f.kind.Numbered(numbers, at.errorf)
}

// addForests adds the trees and bodies of sample i to it.
func (r *splitReader) addForests(sample *system.Sample, forests []forest, i int) error {
	for _, f := range forests {
		if !f.numbers.present {
			continue
		}
		objects := f.shared
		if !f.numbers.shared {
			var err error
			if objects, err = f.of(f.numbers.of(i, r.samples), location{r.Path, r.split, i, r.Has}); err != nil {
				return err
			}
		}
		if sample.Objects == nil {
			sample.Objects = objects
		} else {
			sample.Objects = append(sample.Objects[:len(sample.Objects):len(sample.Objects)], objects...)
		}
	}
	return nil
}
