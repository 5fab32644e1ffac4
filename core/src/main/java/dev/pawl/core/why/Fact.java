package dev.pawl.core.why;

import java.time.Instant;
import java.util.List;

/// One thing that explains where something is.
public sealed interface Fact {

  /// Reviewers have to agree.
  ///
  /// @param given who has
  /// @param missing how many more must
  /// @param reviewers who may; empty for anybody
  record Approvals(List<String> given, int missing, List<String> reviewers) implements Fact {
    public Approvals {
      given = List.copyOf(given);
      reviewers = List.copyOf(reviewers);
    }
  }

  /// A time has to come: a timer, a delay or a backoff.
  record Until(Instant at) implements Fact {}

  /// A concurrency group has to have a place.
  ///
  /// @param ahead who holds one, or comes first, in order
  record InGroup(String group, List<Ahead> ahead) implements Fact {
    public InGroup {
      ahead = List.copyOf(ahead);
    }
  }

  /// Somebody who is ahead in a group: a run, or a job of one.
  ///
  /// @param job empty for a whole run
  /// @param holds whether it has a place; it waits as well otherwise
  record Ahead(long run, String job, boolean holds) {}

  /// Other cells of the same matrix have to end.
  record MaxParallel(int most, int out) implements Fact {}

  /// Labels that no agent has.
  record MissingLabels(List<String> labels) implements Fact {
    public MissingLabels {
      labels = List.copyOf(labels);
    }
  }

  /// Agents with the labels, none of which is free.
  record BusyAgents(List<String> agents) implements Fact {
    public BusyAgents {
      agents = List.copyOf(agents);
    }
  }

  /// Jobs that have to end first, or, where it is over, that decided it.
  record Upstream(List<String> jobs) implements Fact {
    public Upstream {
      jobs = List.copyOf(jobs);
    }
  }

  /// An agent has it, under a lease that is good until then.
  record Lease(String agent, int number, Instant until) implements Fact {}

  /// Something has to happen by then.
  record Deadline(Instant at) implements Fact {}

  /// How many of the jobs are where.
  record Jobs(int open, int out, int queued) implements Fact {}

  /// There was another try after it.
  record Followed(int attempt) implements Fact {}
}
