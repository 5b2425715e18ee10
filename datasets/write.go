package datasets

import (
	"bytes"
	"slices"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// Write writes a data set in the format that Read reads, as float32 and int64. The samples must
// be as Read demands, and all samples of a split must have the same kinds of arrays. If they
// are not, or the disk fails, the previous file remains. A topology or feature is written once
// if all samples have the same slice of it. The same data give the same bytes.
func Write(path string, data *Data) error {
	arrays, err := data.arrays(path)
	if err != nil {
		return err
	}
	return npz.Write(path, arrays)
}

// Encode returns the bytes of the file that Write would write.
func Encode(data *Data) ([]byte, error) {
	arrays, err := data.arrays("a data set")
	if err != nil {
		return nil, err
	}
	var content bytes.Buffer
	err = npz.Encode(&content, arrays)
	return content.Bytes(), err
}

// arrays returns the arrays of a file of the data.
func (d *Data) arrays(path string) ([]npz.Array, error) {
	if err := d.check(location{path: path}); err != nil {
		return nil, err
	}
	var arrays, shared []npz.Array
	fields := d.fields()
	for _, field := range fields {
		if sample, ok := d.shared(field); ok {
			array, _ := field.array(field.name, []system.Sample{sample})
			array.Shape = array.Shape[1:]
			shared = append(shared, array)
		}
	}
	for name, samples := range d.Splits() {
		arrays = append(arrays, d.splitArrays(name, *samples, fields)...)
	}
	arrays = append(arrays, shared...)
	for _, about := range d.About.texts() {
		if *about.text != "" {
			arrays = append(arrays, npz.Array{Key: about.key, Text: *about.text})
		}
	}
	return arrays, nil
}

// shared returns a sample that stands for all if every sample has the same slice of the field.
func (d *Data) shared(f field) (sample system.Sample, ok bool) {
	all := slices.Concat(d.Train, d.Valid, d.Test)
	if len(all) < 2 || f.identity == nil || f.identity(all[0]) == nil {
		return system.Sample{}, false
	}
	for _, sample := range all {
		if f.identity(sample) != f.identity(all[0]) {
			return system.Sample{}, false
		}
	}
	return all[0], true
}

// splitArrays returns the arrays of a split that are not shared by all samples.
func (d *Data) splitArrays(split string, samples []system.Sample, fields []field) []npz.Array {
	if len(samples) == 0 {
		return nil
	}
	var arrays []npz.Array
	for _, field := range fields {
		_, isShared := d.shared(field)
		if array, ok := field.array(split+"_"+field.name, samples); ok && !isShared {
			arrays = append(arrays, array)
		}
	}
	if mixed(samples) {
		arrays = append(arrays, npz.Array{Key: split + "_" + sizesArray, Shape: []int{len(samples)}, Ints: Sizes(samples)})
	}
	origin := d.Origins[split]
	if origin.Starts == nil {
		return arrays
	}
	starts := npz.Array{Key: split + "_start", Shape: []int{len(origin.Starts)}, Ints: origin.Starts}
	if count := len(origin.Cases); count > 0 {
		arrays = append(arrays, npz.Array{Key: split + "_case", Shape: []int{count}, Ints: origin.Cases})
		starts.Shape = []int{count, len(origin.Starts) / count}
	}
	if origin.Span > 0 {
		arrays = append(arrays, npz.Array{Key: split + "_span", Shape: []int{1}, Ints: []int64{origin.Span}})
	}
	return append(arrays, starts)
}
