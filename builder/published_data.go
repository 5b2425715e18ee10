package builder

import (
	"strings"

	"gmnc/builder/config"
)

// publishedData describes the inputs that the authors' program for a data set gives a model
// besides positions, velocities and sticks.
type publishedData struct {
	// embedding is the number of columns that the embedding reads: the speed and the features
	// of particles.
	embedding                  int
	nodeFeatures, edgeFeatures []string
	// edgeColumns says where the published edge network has each of our features of an edge, or
	// -1 where it does not have it. Our features are the type, the features of the data, and
	// the squared distance; for simulated data the product of the charges comes first.
	edgeColumns []int
	simulated   bool
}

// published returns the number of features of an edge that the published network reads.
func (d *publishedData) published() (count int) {
	for _, from := range d.edgeColumns {
		if from >= 0 {
			count++
		}
	}
	return count
}

// publishedRecorded describes the programs for recorded data. The features have the names that
// gmnc prepare gives them. The program for molecules has the order z_i, z_j, hop, type,
// distance, and the program for motion capture has hop, type, distance. The program of EGNN's
// own repository for simulated data has no types.
var publishedRecorded = []publishedData{
	{2, []string{"one"}, []string{"hop"}, []int{1, 0, 2}, false},
	{2, []string{"z"}, []string{"hop", "z_receiver", "z_sender"}, []int{3, 2, 0, 1, 4}, false},
	{1, nil, nil, []int{0, -1, 1}, true},
}

// edgeNetwork is the published name of the first weight of an edge network, without its layer.
const edgeNetwork = "gcl_0.edge_mlp.0.weight"

// publishedDataOf returns the program for recorded data that has such weights, or nil for
// simulated data.
func publishedDataOf(tensors map[string]PublishedTensor, hidden int) *publishedData {
	embedding, edge := tensors["embedding.weight"].Shape, tensors[edgeNetwork].Shape
	if len(embedding) != 2 || len(edge) != 2 {
		return nil
	}
	for i := range publishedRecorded {
		d := &publishedRecorded[i]
		if embedding[1] == d.embedding && edge[1] == firstEdgeColumn(hidden)+d.published() {
			return d
		}
	}
	return nil
}

// firstEdgeColumn is the column of the edge network's input where the features of an edge
// begin, after the features of both particles and the squared distance.
func firstEdgeColumn(hidden int) int { return 2*hidden + 1 }

// describe adds the data's features to a configuration.
func (d *publishedData) describe(config *config.Config) {
	if d.simulated {
		return
	}
	config.Sparse, config.NoCharge = true, true
	config.NodeFeatures, config.EdgeFeatures = d.nodeFeatures, d.edgeFeatures
}

// reordered returns a weight with its columns in our order. name is our name of the weight.
func (d *publishedData) reordered(name string, t PublishedTensor, hidden int) PublishedTensor {
	first := firstEdgeColumn(hidden)
	if !strings.HasSuffix(name, "/edge/linear1/weight") || len(t.Shape) != 2 || t.Shape[1] != first+d.published() {
		return t
	}
	columns, theirs := first+len(d.edgeColumns), t.Shape[1]
	ours := PublishedTensor{Shape: []int{t.Shape[0], columns}, Data: make([]float32, t.Shape[0]*columns), Name: t.Name}
	for row := range t.Shape[0] {
		copy(ours.Data[row*columns:], t.Data[row*theirs:row*theirs+first])
		for at, from := range d.edgeColumns {
			if from >= 0 {
				ours.Data[row*columns+first+at] = t.Data[row*theirs+first+from]
			}
		}
	}
	return ours
}
