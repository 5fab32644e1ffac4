package dev.pawl.core.run;

import java.util.List;

/// A request to skip jobs in a rerun, which continues as if they were not needed.
///
/// @param jobs their ids; none of them has a reused result
/// @param by who asked for it
public record SkipRequest(List<String> jobs, String by) {

  public static final SkipRequest NONE = new SkipRequest(List.of(), "");

  public SkipRequest {
    jobs = List.copyOf(jobs);
  }
}
