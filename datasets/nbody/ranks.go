package nbody

import (
	"context"
	"encoding/binary"
	"fmt"

	"gmnc/datasets"
)

// Ranks is a group of processes that do a job together. It is implemented by the ranks of
// package runtime.
type Ranks interface {
	Rank() int
	Size() int
	Agree(err error) error
	Share(own []byte) ([][]byte, error)
}

// SimulateOn returns the same data as Simulate, of which each rank simulates a part of each
// split. The first rank returns all of them, and the others return nil.
func SimulateOn(ctx context.Context, ranks Ranks, n Config, progress func(done int)) (*datasets.Data, int, error) {
	if ranks.Size() == 1 {
		data, redrawn, err := Simulate(ctx, n, progress)
		return data, redrawn, ranks.Agree(err)
	}
	n.Part = Part{ranks.Rank(), ranks.Size()}
	data, redrawn, err := Simulate(ctx, n, progress)
	var own []byte
	if err == nil {
		own, err = encodePart(data, redrawn)
	}
	if err := ranks.Agree(err); err != nil {
		return nil, 0, err
	}
	all, err := ranks.Share(own)
	if err != nil || ranks.Rank() > 0 {
		return nil, 0, err
	}
	return joined(data, redrawn, all[1:])
}

// encodePart returns what a rank sends: the number of trajectories that it drew again, and its
// samples, if it has any.
func encodePart(data *datasets.Data, redrawn int) ([]byte, error) {
	part := binary.LittleEndian.AppendUint64(nil, uint64(redrawn))
	if len(data.Train)+len(data.Valid)+len(data.Test) == 0 {
		return part, nil
	}
	content, err := datasets.Encode(data)
	return append(part, content...), err
}

// joined adds the parts of the other ranks to the data of the first.
func joined(data *datasets.Data, redrawn int, parts [][]byte) (*datasets.Data, int, error) {
	for i, part := range parts {
		redrawn += int(binary.LittleEndian.Uint64(part))
		content := part[8:]
		if len(content) == 0 {
			continue
		}
		more, err := datasets.Decode(fmt.Sprintf("the part of rank %d", i+1), content)
		if err != nil {
			return nil, 0, err
		}
		data.Train = append(data.Train, more.Train...)
		data.Valid = append(data.Valid, more.Valid...)
		data.Test = append(data.Test, more.Test...)
	}
	return data, redrawn, nil
}
