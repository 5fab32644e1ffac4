/// The command `./simulate` and what it is made of: campaigns over many seeds, shrinking of a
/// failed scenario, reports. Seeds enter, totals and failure reports leave.
@NullMarked
package dev.pawl.simulation.command;

import org.jspecify.annotations.NullMarked;
