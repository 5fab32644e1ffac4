package dev.pawl.server.doctor;

import dev.pawl.core.identity.RunId;
import java.util.List;

/// Nothing is wrong with the store, but with a job: it failed, and no retry is left. What a person
/// can do about it.
///
/// @param file the workflow
/// @param job its id
/// @param commands what to run: one of them
public record FailedJobAdvice(
    RunId run, long number, String file, String job, String description, List<String> commands) {

  public FailedJobAdvice {
    commands = List.copyOf(commands);
  }
}
