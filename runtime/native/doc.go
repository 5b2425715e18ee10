// Package native runs a module in float32 with the project's own kernels: a
// model's forward pass, or a training objective with its gradients, which
// are ordinary nodes.
//
// Compile turns the module into a list of kernel calls. It puts one call in the place
// of several nodes where a kernel does more at once. These are products with what
// they start from and end with, both gradients of a layer, and row programs of many
// narrow operators on the same rows. Run goes through it graph-major: the batch is
// cut into shards of a few systems, and a worker takes a shard through all calls, its
// values in one arena that stays in the processor's cache. A value is computed as
// early as its arguments allow:
//
//	constant  what follows from weights and constants          when weights are given
//	before    what follows from other inputs without rows      once a run
//	within    what has rows of systems, or counts neighbors    once a shard
//	summed    sums over rows of systems                        once a shard, added up
//	after     what follows from sums                           once a run
//
// # Large systems
//
// A shard holds whole systems, and keeps all values of their edges from the
// forward half for the backward half. The edges of a large system are too
// many for that. It runs by blocks of receivers, a few particles with all
// edges to them: the plan is cut into segments, in turn over all particles
// and, where edges are needed, over one block after the other. Values of
// particles stay; values of edges live within their block, and the segments
// of the backward half compute them again. Workers share the blocks of a
// segment. Memory then grows with the particles and not with the edges.
//
// # Training
//
// NewTrainer trains with the gradients of such a program and Adam, with the bits of
// Gorgonia at -O2: that level puts the same program and the same Adam into Gorgonia's
// graph.
//
// # Bits
//
// Sums over the batch are added up in 16 lanes. Shard i adds to lane i mod 16, the
// shards of a lane one after the other, then blocks of large systems in the same way,
// and the lanes in order at the end. So results do not depend on the number of
// workers, nor on the number of ranks, which share the lanes. Sums that are only added to
// one another, as the gradients of a weight that several layers share, have one place in
// a lane: shard by shard, the sums of all layers are added to it. How the batch is cut
// does change the order of additions, and with it the last bits of sums. Rows do not
// depend on it, except for what edges of a large system scatter back to their senders.
package native
