package dev.pawl.workflow.reader;

/// How far calls of workflows may go.
///
/// @param nested how many workflows may call each other in a row, the first one not counted
/// @param jobs how many jobs there may be in all of them together, calls included
public record CallLimits(int nested, int jobs) {

  public static final CallLimits DEFAULT = new CallLimits(9, 10_000);
}
