/// The engine: decides what a command means and applies what was decided. Commands and state enter,
/// decisions with events and effects leave; the events are applied by the only writer of any state.
/// It is pure: no clock, I/O, threads, random numbers or logging.
///
/// One room with more than 25 files on purpose: the sections that decide one area each share a
/// draft, and splitting them would make that inside public.
@NullMarked
package dev.pawl.core.engine;

import org.jspecify.annotations.NullMarked;
