package dev.pawl.core.run;

import java.util.List;

/// Jobs that somebody wants to do without: another run goes on as if they were not needed.
///
/// @param jobs their ids; none of them has a result that is kept
/// @param by who wants it
public record SkipRequest(List<String> jobs, String by) {

  public static final SkipRequest NONE = new SkipRequest(List.of(), "");

  public SkipRequest {
    jobs = List.copyOf(jobs);
  }
}
