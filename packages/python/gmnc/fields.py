"""Inputs of models besides positions and velocities, made from gmnc's tables of fields
and of kinds of objects."""

from __future__ import annotations

from typing import TypedDict

import numpy.typing as npt


class Inputs(TypedDict, total=False):
    """All that a file may take; a model takes some of them."""

    # generated: types
    charge: npt.ArrayLike  # [batch, particles, 1] charges of the particles of each system
    mass: npt.ArrayLike  # [batch, particles, 1] masses of the particles of each system
    pinned: npt.ArrayLike  # [batch, particles, 1] 1 of particles that are held where they are, 0 of others
    gravity: npt.ArrayLike  # [batch, 3] acceleration of free particles by a uniform field, of each system
    force: npt.ArrayLike  # [batch, particles, 3] known forces on the particles from outside
    cell_a: npt.ArrayLike  # [batch, 3] first vector of the periodic cell of each system; none where all three are 0
    cell_b: npt.ArrayLike  # [batch, 3] second vector of the periodic cell
    cell_c: npt.ArrayLike  # [batch, 3] third vector of the periodic cell
    rest: npt.ArrayLike  # [batch, particles, 3] positions in the pose in which anchors and axes of joints are given
    joint_anchor: npt.ArrayLike  # [batch, particles, 3] point at rest about which the particle's body turns
    turn_axis: npt.ArrayLike  # [batch, particles, 3] axis at rest about which the joint of the particle's body turns, of length 1; 0 of one that slides
    slide_axis: npt.ArrayLike  # [batch, particles, 3] axis at rest along which the joint of the particle's body slides, of length 1; 0 of one that turns
    joint_type: npt.ArrayLike  # [batch, particles, 1] joint of the particle's body: 0 with an axis, 1 a ball joint, 2 none, so that the body floats
    torque: npt.ArrayLike  # [batch, particles, 1] torque about the axis of the joint of the particle's body
    thrust: npt.ArrayLike  # [batch, particles, 1] force along the axis of the joint of the particle's body
    turn_damping: npt.ArrayLike  # [batch, particles, 1] torque against the turning of the joint of the particle's body, over its rate
    slide_damping: npt.ArrayLike  # [batch, particles, 1] force against the sliding of the joint of the particle's body, over its rate
    turn_friction: npt.ArrayLike  # [batch, particles, 1] torque against the turning of the joint of the particle's body, at any rate
    slide_friction: npt.ArrayLike  # [batch, particles, 1] force against the sliding of the joint of the particle's body, at any rate
    turn_limits: npt.ArrayLike  # [batch, particles, 2] angle from rest of the joint of the particle's body, lower and above it upper; no limits where both are 0, or a whole turn apart
    slide_limits: npt.ArrayLike  # [batch, particles, 2] way from rest along the axis of the joint of the particle's body, lower and above it upper; no limits where both are 0
    rotor_inertia: npt.ArrayLike  # [batch, particles, 1] inertia of the motor's rotor, as it acts on the turning of the joint of the particle's body
    rotor_mass: npt.ArrayLike  # [batch, particles, 1] the same of a joint that slides
    stop_inertia: npt.ArrayLike  # [batch, particles, 1] inertia with which stops push the joint of the particle's body back from its limits
    stop_mass: npt.ArrayLike  # [batch, particles, 1] the same of a joint that slides
    stop_time: npt.ArrayLike  # [batch, 1] time in which stops return joints to their limits, a step at least
    planes: npt.ArrayLike  # [batch, 24] planes that nothing goes through: normals, of any length, and offsets along them, four numbers each, the free side ahead; zeros at the end
    friction: npt.ArrayLike  # [batch, 1] friction against sliding along planes, over the normal force
    restitution: npt.ArrayLike  # [batch, 1] speed after a bounce off a plane, over that before
    gyration: npt.ArrayLike  # [batch, particles, 3] weights of a body's particles in its three principal radii of gyration, where its mass is not in them
    box: npt.ArrayLike  # [batch, particles, 3] weights of a body's particles in half of each edge of its box; 0 without one
    node_features: npt.ArrayLike  # [batch, particles, features] features of the particles of each system
    edge_features: npt.ArrayLike  # [batch, particles, neighbors, features] features of the edges from the neighbours, 0 where there is none
    neighbors: npt.ArrayLike  # [batch, particles, neighbors] the particles that act on each, -1 in slots left over
    sticks: npt.ArrayLike  # [batch, sticks, 2] both ends of each stick, as indices within the system
    hinges: npt.ArrayLike  # [batch, hinges, 3] joint and both ends of each hinge, as indices within the system
    parents: npt.ArrayLike  # [batch, particles] the parent of each particle, to which a rigid bar joins it, as an index within the system; -1 for none
    bodies: npt.ArrayLike  # [batch, particles] the number of the rigid body that each particle belongs to; -1 for none
    steps: npt.ArrayLike  # [] how many steps to take, of a file that rolls; fields that differ from step to step have an axis of steps first
    # end


# Objects may be left out: how many members each row lists, 0 where there is a number
# for each particle, which is -1 of none.
OBJECTS = {
    # generated: objects
    "sticks": 2,
    "hinges": 3,
    "parents": 0,
    "bodies": 0,
    # end
}
