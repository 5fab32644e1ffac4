package dev.pawl.core.why;

import dev.pawl.core.classify.Evidence;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.Status;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// One fact of an explanation. [FactText] puts it into words.
public sealed interface Fact {

  /// Its kind for programs: `missing_labels`.
  static String kindOf(Class<? extends Fact> type) {
    return type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  /// Approvals are needed.
  ///
  /// @param given the reviewers who approved
  /// @param missing the number of further approvals
  /// @param reviewers the people who may approve; empty for anybody
  record Approvals(List<String> given, int missing, List<String> reviewers) implements Fact {
    public Approvals {
      given = List.copyOf(given);
      reviewers = List.copyOf(reviewers);
    }
  }

  /// It waits for a time: a timer, a delay or a backoff.
  record Until(Instant at) implements Fact {}

  /// It waits for a place in a concurrency group.
  ///
  /// @param ahead the members that hold a place or are ahead, in order
  record InGroup(String group, List<Ahead> ahead) implements Fact {
    public InGroup {
      ahead = List.copyOf(ahead);
    }
  }

  /// A run, or a job of a run, that is ahead in a group.
  ///
  /// @param job the job's id; empty for a whole run
  /// @param holds whether it holds a place; otherwise it waits too
  record Ahead(long run, String job, boolean holds) {}

  /// Other cells of the same matrix go first.
  record MaxParallel(int most, int ahead) implements Fact {}

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

  /// Agents with the labels that get no work, because they were drained or are leaving.
  record DrainedAgents(List<String> agents) implements Fact {
    public DrainedAgents {
      agents = List.copyOf(agents);
    }
  }

  /// Jobs that have to end first, or for which it was skipped.
  record Upstream(List<Need> jobs) implements Fact {
    public Upstream {
      jobs = List.copyOf(jobs);
    }
  }

  /// A job that another needs, and its state.
  record Need(String job, AttemptState state) {}

  /// It was skipped because its condition was false.
  ///
  /// @param values the values of what the condition refers to; may be empty
  record FalseCondition(String condition, String values) implements Fact {}

  /// A newer run took its place.
  record SupersededBy(long run) implements Fact {}

  /// The breaker of a tool that its next step, or the step that failed, depends on.
  ///
  /// @param probeFrom the time from which a step may try the tool; absent while one tries it
  record OpenBreaker(String tool, Optional<Instant> probeFrom) implements Fact {}

  /// It is tried again after a failure.
  ///
  /// @param retry the number of this retry, from 1
  /// @param after the class of the failure
  record Retry(int retry, int max, ReasonCode after) implements Fact {}

  /// The workflow's own `retry` starts another run.
  ///
  /// @param retry the number of that retry, from 1
  record NextRun(int retry, int max, Instant at) implements Fact {}

  /// The lease under which an agent has it, and its expiry.
  record Lease(String agent, int number, Instant until) implements Fact {}

  /// The deadline of its state.
  record Deadline(Instant at) implements Fact {}

  /// The agent ends it by then: by its timeout, or by SIGKILL while it is being cancelled.
  record EndedByAgent(Instant at) implements Fact {}

  /// The numbers of jobs that are open, with agents and queued.
  record Jobs(int open, int out, int queued) implements Fact {}

  /// The first step that failed.
  ///
  /// @param source its position, as `file:line:column`; empty for a hook
  /// @param end how it ended: an exit code, or what ended it
  record FailedStep(String step, String source, String end) implements Fact {}

  /// The class of a failure.
  ///
  /// @param evidence the rule that matched, and the line of the log, if there is one
  record Classified(ReasonCode failureClass, Optional<Evidence> evidence) implements Fact {}

  /// A job by which the run failed.
  ///
  /// @param step the first step that failed, if one did
  /// @param message how it ended
  record FailedJob(
      String job, AttemptState state, Optional<FailedStep> step, Classified failure, String message)
      implements Fact {}

  /// A job of a run that is under way that waits, and for what.
  record WaitingJob(String job, Status status, List<Fact> facts) implements Fact {
    public WaitingJob {
      facts = List.copyOf(facts);
    }
  }

  /// Another attempt followed.
  record Followed(int attempt) implements Fact {}
}
