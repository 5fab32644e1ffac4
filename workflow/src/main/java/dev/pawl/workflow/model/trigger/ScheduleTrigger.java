package dev.pawl.workflow.model.trigger;

import dev.pawl.workflow.diagnostics.Position;

/// A time at which the workflow starts, again and again.
///
/// Invariant: five well-formed fields, and a time zone that this Java knows.
///
/// @param timezone `UTC` where the file names none
public record ScheduleTrigger(Position position, String cron, String timezone) {

  public static final String DEFAULT_TIMEZONE = "UTC";
}
