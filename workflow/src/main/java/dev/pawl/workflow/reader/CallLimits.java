package dev.pawl.workflow.reader;

/// Limits on calls of workflows.
///
/// @param nested how deep calls may be nested, the first workflow not counted
/// @param jobs how many jobs all of them may have together, including the calls
public record CallLimits(int nested, int jobs) {

  public static final CallLimits DEFAULT = new CallLimits(9, 10_000);
}
