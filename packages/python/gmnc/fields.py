"""Inputs of models besides positions and velocities, made from gmnc's tables of fields
and of kinds of objects."""

from __future__ import annotations

from typing import TypedDict

import numpy.typing as npt


class Inputs(TypedDict, total=False):
    """All that a file may take; a model takes some of them."""

    # generated: types
    charge: npt.ArrayLike  # [batch, particles, 1] charges of the particles
    mass: npt.ArrayLike  # [batch, particles, 1] masses of the particles
    pinned: npt.ArrayLike  # [batch, particles, 1] 1 for a particle that is held in place, 0 for others
    gravity: npt.ArrayLike  # [batch, 3] acceleration due to gravity, one vector for each system
    force: npt.ArrayLike  # [batch, particles, 3] external forces on the particles
    cell_a: npt.ArrayLike  # [batch, 3] first vector of the periodic cell; there is no cell if all three vectors are 0
    cell_b: npt.ArrayLike  # [batch, 3] second vector of the periodic cell
    cell_c: npt.ArrayLike  # [batch, 3] third vector of the periodic cell
    rest: npt.ArrayLike  # [batch, particles, 3] positions of the particles in the rest pose, in which joint_anchor, turn_axis and slide_axis are given
    joint_anchor: npt.ArrayLike  # [batch, particles, 3] a point on the joint of the particle's body, in the rest pose
    turn_axis: npt.ArrayLike  # [batch, particles, 3] unit axis of the revolute joint of the particle's body, in the rest pose; 0 for other joints
    slide_axis: npt.ArrayLike  # [batch, particles, 3] unit axis of the prismatic joint of the particle's body, in the rest pose; 0 for other joints
    joint_type: npt.ArrayLike  # [batch, particles, 1] type of the joint of the particle's body: 0 revolute or prismatic, by its axis; 1 a ball joint; 2 none, so that the body floats
    torque: npt.ArrayLike  # [batch, particles, 1] torque about the axis of the revolute joint of the particle's body
    thrust: npt.ArrayLike  # [batch, particles, 1] force along the axis of the prismatic joint of the particle's body
    turn_damping: npt.ArrayLike  # [batch, particles, 1] viscous damping coefficient of the revolute joint of the particle's body: torque over angular velocity
    slide_damping: npt.ArrayLike  # [batch, particles, 1] viscous damping coefficient of the prismatic joint of the particle's body: force over velocity
    turn_friction: npt.ArrayLike  # [batch, particles, 1] Coulomb friction torque of the revolute joint of the particle's body
    slide_friction: npt.ArrayLike  # [batch, particles, 1] Coulomb friction force of the prismatic joint of the particle's body
    turn_limits: npt.ArrayLike  # [batch, particles, 2] lower and upper limit of the angle of the revolute joint of the particle's body, from the rest pose; no limits if both are 0 or a whole turn apart
    slide_limits: npt.ArrayLike  # [batch, particles, 2] lower and upper limit of the displacement of the prismatic joint of the particle's body, from the rest pose; no limits if both are 0
    rotor_inertia: npt.ArrayLike  # [batch, particles, 1] inertia of the motor's rotor, reflected to the revolute joint of the particle's body
    rotor_mass: npt.ArrayLike  # [batch, particles, 1] mass of the motor's rotor, reflected to the prismatic joint of the particle's body
    stop_inertia: npt.ArrayLike  # [batch, particles, 1] inertia with which the stops push the revolute joint of the particle's body back from its limits
    stop_mass: npt.ArrayLike  # [batch, particles, 1] mass with which the stops push the prismatic joint of the particle's body back from its limits
    stop_time: npt.ArrayLike  # [batch, 1] time in which the stops return joints to their limits, one integration step at least
    friction_law: npt.ArrayLike  # [batch, particles, 8] eight numbers d, r, c, l, k, s, t, w of the joint's friction at the rate v, where T is the size of the load that moves the links. d v + (r + k T) cbrt(v) adds to its damping, and direction (c + l T + (s + t T) exp(-(v / w)^2)) to its Coulomb friction
    friction_memory: npt.ArrayLike  # [batch, particles, 2] presliding friction (Dahl) of the joint of the particle's body: the displacement in which friction follows the direction of motion, and the rate at which the direction decays by itself
    friction_network: npt.ArrayLike  # [batch, particles, 163] a network that is added to the joint's friction. It has the scales of the angle, the rate and the load that moves the links, then 40 centers in these units. The weights of Gaussian functions about them, of width 0.7, come last
    drive: npt.ArrayLike  # [batch, particles, 2] the load on the joint of the particle's body is the first number times the load, or the current, that a file in joint coordinates is given, less the second
    planes: npt.ArrayLike  # [batch, 24] up to 6 contact planes, four numbers each: a normal n, of any length above 0, that points to the free side, and the offset d of the plane along it. Particles stay where n.x / |n| >= d. Four zeros are no plane
    friction: npt.ArrayLike  # [batch, 1] coefficient of Coulomb friction in contact
    restitution: npt.ArrayLike  # [batch, 1] coefficient of restitution in contact
    gyration: npt.ArrayLike  # [batch, particles, 3] weights by which the positions of a body's particles, from its centre of mass, add up to its three principal radii of gyration, if its mass is not at its particles
    box: npt.ArrayLike  # [batch, particles, 3] weights by which the positions of a body's particles, from its centre of mass, add up to half of each edge of its box; 0 for a body that is no box
    node_features: npt.ArrayLike  # [batch, particles, features] features of the particles
    edge_features: npt.ArrayLike  # [batch, particles, neighbors, features] features of the edges from the neighbors, in the same slots; 0 in unused slots
    neighbors: npt.ArrayLike  # [batch, particles, neighbors] the particles that act on each, -1 in slots left over
    sticks: npt.ArrayLike  # [batch, sticks, 2] the two end particles of each rigid stick, by their indices in the system; the shape is [batch, 0, 2] if there are none
    hinges: npt.ArrayLike  # [batch, hinges, 3] the joint particle and the two end particles of each hinge of two rigid bars, by their indices in the system; the shape is [batch, 0, 3] if there are none
    parents: npt.ArrayLike  # [batch, particles] the parent of each particle in a tree of rigid bars, by its index in the system; -1 for a root and for a particle in no tree
    bodies: npt.ArrayLike  # [batch, particles] the number of the rigid body that each particle belongs to, from 0 on; -1 for none
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
