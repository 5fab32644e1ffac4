package dev.pawl.cli.report;

import dev.pawl.cli.progress.JobSnapshot;
import dev.pawl.cli.view.DurationFormat;
import dev.pawl.cli.view.Palette;
import dev.pawl.core.why.Explanation;
import dev.pawl.core.why.Fact;
import dev.pawl.core.why.FactText;
import dev.pawl.core.why.NextTransition;
import dev.pawl.server.doctor.ShellWord;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// The answer of `pawl why` in sentences: the state, why, what happens next and when, and what one
/// can do about it.
///
/// @param now the time that the deadlines are compared with
public record WhyReport(RunRow run, List<AttemptRow> attempts, List<StepRow> steps, Instant now) {

  private static final int MOST_JOBS = 10;

  /// A deadline that is further away is not worth a sentence: leases of local runs last for days.
  private static final Duration TOO_FAR = Duration.ofDays(2);

  public WhyReport {
    attempts = List.copyOf(attempts);
    steps = List.copyOf(steps);
  }

  /// Explains the run, then its jobs that wait, run or failed.
  ///
  /// @param problem what keeps the run from going on, beside its state
  public List<String> run(
      Explanation why, Optional<String> problem, IntFunction<Explanation> jobs) {
    List<String> lines = new ArrayList<>();
    if (problem.isPresent()) {
      String text = PrintableText.line(problem.get());
      lines.add(Character.toUpperCase(text.charAt(0)) + text.substring(1));
      return lines;
    }
    lines.add(sentence("Run #" + run.number(), run.state(), reason(why)));
    if (ownNext(run.state())) {
      next(why, run.state()).ifPresent(lines::add);
    }
    why.facts().stream()
        .filter(Fact.NextRun.class::isInstance)
        .forEach(fact -> lines.add(line(fact)));
    if (isUnsuccessful(run.state()) && run.endedAt() != null) {
      lines.add("Run it again with `pawl rerun %d --failed`.".formatted(run.number()));
    }
    List<AttemptRow> shown = current().stream().filter(this::isInteresting).toList();
    shown.stream()
        .limit(MOST_JOBS)
        .forEach(
            attempt -> lines.addAll(indented(lines(attempt, jobs.apply(attempt.job()), false))));
    if (shown.size() > MOST_JOBS) {
      lines.add("  … and %d more jobs.".formatted(shown.size() - MOST_JOBS));
    }
    return lines;
  }

  /// Whether the next transition is the run's own, and not that of one of its jobs.
  private static boolean ownNext(String state) {
    return switch (state) {
      case "created", "planning", "held", "waiting" -> true;
      default -> false;
    };
  }

  /// Explains one job.
  public List<String> job(int index, Explanation why) {
    AttemptRow attempt =
        current().stream().filter(row -> row.job() == index).findFirst().orElseThrow();
    return lines(attempt, why, true);
  }

  private List<AttemptRow> current() {
    List<AttemptRow> current = new ArrayList<>();
    for (AttemptRow attempt : attempts) {
      current.removeIf(earlier -> earlier.job() == attempt.job());
      current.add(attempt);
    }
    return current;
  }

  private boolean isInteresting(AttemptRow attempt) {
    return attempt.endedAt() == null || isUnsuccessful(attempt.state());
  }

  private static boolean isUnsuccessful(String state) {
    return switch (state) {
      case "failed", "timed_out", "lost", "cancelled" -> true;
      default -> false;
    };
  }

  private List<String> lines(AttemptRow attempt, Explanation why, boolean isWhole) {
    List<String> lines = new ArrayList<>();
    lines.add(sentence(attempt.name(), JobSnapshot.shownState(attempt), reason(why)));
    why.facts().forEach(fact -> detail(fact, attempt).ifPresent(lines::add));
    if (attempt.endedAt() == null) {
      next(why, attempt.state()).ifPresent(lines::add);
    } else if (isWhole && isUnsuccessful(attempt.state()) && run.endedAt() != null) {
      lines.add(
          "Run it again with `pawl rerun %d --job %s`."
              .formatted(run.number(), ShellWord.of(attempt.jobId())));
    }
    return lines.stream().map(PrintableText::line).toList();
  }

  private static List<String> indented(List<String> lines) {
    return lines.stream().map(line -> "  " + line).toList();
  }

  private static String sentence(String subject, String state, String reason) {
    String because = reason.isEmpty() ? "" : ": " + reason;
    return PrintableText.line("%s %s%s.".formatted(subject, verb(state), because));
  }

  private static String verb(String state) {
    return switch (state) {
      case "success" -> "succeeded";
      case "failed" -> "failed";
      case "timed_out" -> "timed out";
      case "lost", "cancelled", "skipped", JobSnapshot.KEPT -> "was " + state;
      case JobSnapshot.TOLERATED -> "failed, which `continue-on-error` tolerates";
      default -> "is " + Palette.words(state);
    };
  }

  /// The reason in words. Facts say more than the stored message where the state is a wait.
  private String reason(Explanation why) {
    for (Fact fact : why.facts()) {
      Optional<String> words = wait(fact);
      if (words.isPresent()) {
        return words.get();
      }
    }
    String message = why.status().message();
    return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
  }

  /// The sentence of a fact that says more than the stored message: something that it waits for.
  private Optional<String> wait(Fact fact) {
    return switch (fact) {
      case Fact.Approvals _, Fact.InGroup _, Fact.MaxParallel _ -> Optional.of(text().of(fact));
      case Fact.MissingLabels _, Fact.BusyAgents _, Fact.DrainedAgents _ ->
          Optional.of(text().of(fact));
      case Fact.OpenBreaker _, Fact.Upstream _, Fact.Until _, Fact.Lease _, Fact.Deadline _ ->
          Optional.empty();
      case Fact.Jobs _, Fact.Followed _, Fact.FailedStep _, Fact.FailedJob _ -> Optional.empty();
      case Fact.WaitingJob _, Fact.NextRun _, Fact.Retry _, Fact.SupersededBy _ -> Optional.empty();
      case Fact.FalseCondition _, Fact.Classified _, Fact.EndedByAgent _ -> Optional.empty();
    };
  }

  private FactText text() {
    return new FactText(now);
  }

  /// A further sentence for a fact, if it needs one.
  private Optional<String> detail(Fact fact, AttemptRow attempt) {
    String job = ShellWord.of(attempt.jobId());
    return switch (fact) {
      case Fact.Approvals(_, var missing, _) when missing > 0 ->
          Optional.of(
              "Approve it with `pawl approve %d %s`, or reject it with `pawl reject %d %s`."
                  .formatted(run.number(), job, run.number(), job));
      case Fact.FailedStep step ->
          Optional.of("%s See `pawl logs %d %s`.".formatted(line(step), run.number(), job));
      case Fact.Classified failure -> failure.evidence().map(_ -> line(failure));
      case Fact.EndedByAgent(var at) -> Optional.of(ending(attempt, at));
      case Fact.Lease(var agent, _, _) -> Optional.of(execution(agent, attempt));
      case Fact.Upstream _ ->
          attempt.endedAt() == null ? Optional.of(line(fact)) : Optional.empty();
      case Fact.OpenBreaker _, Fact.Retry _ -> Optional.of(line(fact));
      case Fact.Approvals _, Fact.InGroup _, Fact.MaxParallel _, Fact.MissingLabels _ ->
          Optional.empty(); // in the first line
      case Fact.BusyAgents _, Fact.DrainedAgents _, Fact.Until _, Fact.Deadline _ ->
          Optional.empty();
      case Fact.SupersededBy _, Fact.FalseCondition _ -> Optional.empty(); // in the message
      case Fact.Jobs _, Fact.Followed _, Fact.FailedJob _, Fact.WaitingJob _, Fact.NextRun _ ->
          Optional.empty(); // of runs and of earlier attempts
    };
  }

  private String line(Fact fact) {
    return FactText.line(text().of(fact));
  }

  /// The step that runs, and for how long; on a server, the agent too.
  private String execution(String agent, AttemptRow attempt) {
    String where = agent.startsWith("local-") ? "" : "Agent '%s' has it. ".formatted(agent);
    return steps.stream()
        .filter(step -> step.job() == attempt.job() && step.attempt() == attempt.attempt())
        .filter(step -> step.startedAt() != null && step.endedAt() == null)
        .findFirst()
        .map(step -> "It has been at step '%s' for %s.".formatted(step.name(), since(step)))
        .map(words -> where + words)
        .orElse(where.isEmpty() ? "It is between two steps." : where.strip());
  }

  private String since(StepRow step) {
    Instant start = step.startedAt();
    return DurationFormat.text(Duration.between(start == null ? now : start, now));
  }

  private String ending(AttemptRow attempt, Instant at) {
    Duration left = Duration.between(now, at);
    String when = left.isNegative() ? "now" : "in " + DurationFormat.text(left);
    return attempt.state().equals("cancelling")
        ? "Its processes are killed %s. To kill them at once: `pawl cancel %d --force`."
            .formatted(when, run.number())
        : "Its timeout ends it %s.".formatted(when);
  }

  /// What happens next by time alone.
  private Optional<String> next(Explanation why, String state) {
    return why.next()
        .filter(next -> Duration.between(now, next.at()).compareTo(TOO_FAR) < 0)
        .flatMap(next -> event(next, state).map(words -> words + when(next) + "."));
  }

  private String when(NextTransition next) {
    Duration left = Duration.between(now, next.at());
    return left.isNegative() ? " now" : " in " + DurationFormat.text(left);
  }

  private static Optional<String> event(NextTransition next, String state) {
    return Optional.ofNullable(
        switch (next.event()) {
          case "EXPIRE" ->
              state.equals("held")
                  ? "Without approval it is cancelled"
                  : "If its agent stays silent, it is lost";
          case "APPROVE", "TIMER_DONE" -> "It continues";
          case "FAIL" ->
              state.equals("queued")
                  ? "If it does not start, it fails"
                  : "If nothing happens, it fails";
          case "REQUEUE" -> "If its agent does not start it, it is queued again";
          case "TIME_OUT" -> "Its timeout ends it";
          case "LOSE" -> "If its agent does not reconnect, it is lost";
          case "CANCEL_FORCE" -> "If it does not stop, it is killed";
          case "CANCEL_GRACEFUL" -> "Its timeout cancels it";
          case "PLAN_FAIL" -> "If it cannot be planned, it fails";
          default -> null;
        });
  }
}
