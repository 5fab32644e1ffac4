package dev.pawl.server.doctor;

import dev.pawl.core.identity.RunId;
import java.util.List;

/// Advice about a job that failed with no retry left. That is no fault of the store.
///
/// @param file of the workflow
/// @param job its id
/// @param commands to choose from
public record FailedJobAdvice(
    RunId run, long number, String file, String job, String description, List<String> commands) {

  public FailedJobAdvice {
    commands = List.copyOf(commands);
  }
}
