// Package export writes IR as ONNX files and reads them back.
//
// Model writes the file for users. It takes whole systems as a user has them and computes
// everything else inside. These are the inputs and outputs of most files; docs/onnx.md lists all,
// with those of trees, bodies, joints, radii and many steps:
//
//	position           float [batch, particles, 3]
//	velocity           float [batch, particles, 3]
//	charge             float [batch, particles, 1]
//	mass, pinned, ...  float [batch, particles, k]  a field with k columns
//	gravity, ...       float [batch, k]             a field of systems
//	sticks             int64 [batch, sticks, 2]     both ends
//	hinges             int64 [batch, hinges, 3]     joint first
//	node_features      float [batch, particles, F]
//	neighbors          int64 [batch, particles, neighbors]
//	edge_features      float [batch, particles, neighbors, F]
//	predicted_position float [batch, particles, 3]
//	predicted_velocity float [batch, particles, 3]
//
// Fields of the data that the model does not take are not inputs. A model of data without charges
// has no charge. If its neighbors are not listed, each particle interacts with all others, and
// there is no input neighbors. Features are inputs if the data have any. Unused slots of neighbors
// hold -1, and their features may be any finite number.
//
// Named axes are open. Every count may be zero, except for particles of a file with radii, which
// then fails. Sticks and hinges hold indices within their own system; a particle in none is
// isolated. Three faults fail at run time, at a node named after what is wrong: an index outside
// its system, a particle in two objects, and an input that does not fit the positions. If a
// runtime computes on, outputs of a system with a fault are NaN (see package systems), as they are
// for inputs that are not finite. An input with a batch of 1 holds for all systems, and a velocity
// or field with one particle holds for all particles. An ONNX graph cannot return another value
// under the name of an input, hence "predicted_".
//
// With Info.Rollout the file makes many steps, with Info.Step one training step, and with
// Info.Functions it has ONNX functions.
//
// Info.Baked turns inputs into constants of the file.
//
// Rows writes a file for tests: the graph unchanged, with the rows of all systems as inputs.
//
// Files use only standard operators, and no scatter that adds unless the graph of Rows has a
// scatter_add. So results do not depend on the number of threads.
package export
