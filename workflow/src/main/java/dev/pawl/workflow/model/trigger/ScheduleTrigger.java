package dev.pawl.workflow.model.trigger;

import dev.pawl.workflow.diagnostics.Position;

/// A recurring time at which the workflow starts.
///
/// Invariant: five well-formed cron fields, and a time zone that the JDK knows.
///
/// @param timezone `UTC` where the file has none
public record ScheduleTrigger(Position position, String cron, String timezone) {

  public static final String DEFAULT_TIMEZONE = "UTC";
}
