/// Users, triggers, random plans, a planner and a forge: everything that creates work. They act
/// through the simulation and observe commits, as people do.
@NullMarked
package dev.pawl.simulation.workload;

import org.jspecify.annotations.NullMarked;
