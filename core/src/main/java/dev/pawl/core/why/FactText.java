package dev.pawl.core.why;

import dev.pawl.core.group.Group;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.run.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Facts in words: one sentence for each, without its first capital and its full stop, so that it
/// can also follow a colon.
///
/// @param now the time that other times are compared with
public record FactText(Instant now) {

  /// The lines that explain a state, beside its message.
  public List<String> lines(Explanation why) {
    List<String> lines = new ArrayList<>();
    why.facts().forEach(fact -> lines.add(line(of(fact))));
    return lines;
  }

  /// A sentence as a line of its own.
  public static String line(String sentence) {
    return sentence.isEmpty()
        ? ""
        : Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".";
  }

  /// The sentence of a fact.
  public String of(Fact fact) {
    return switch (fact) {
      case Fact.Approvals(var given, var missing, var reviewers) ->
          approvals(given, missing, reviewers);
      case Fact.Until(var at) -> "it waits until its time comes " + in(at);
      case Fact.InGroup(var group, var ahead) -> behind(group, ahead);
      case Fact.MaxParallel(var most, var ahead) ->
          "`max-parallel` of its matrix allows %s at a time, and %d are ahead"
              .formatted(count(most, "job"), ahead);
      case Fact.MissingLabels(var labels) ->
          labels.isEmpty()
              ? "no agent is connected"
              : "no agent has the label " + String.join(", ", labels);
      case Fact.BusyAgents(var agents) ->
          agents.size() == 1
              ? "its agent '%s' has no free slot".formatted(agents.getFirst())
              : "all %d agents with its labels are busy".formatted(agents.size());
      case Fact.DrainedAgents(var agents) ->
          "%s with its labels: drained, so that they get no job".formatted(names("agent", agents));
      case Fact.Upstream(var jobs) -> "it needs " + needs(jobs);
      case Fact.FalseCondition(var condition, var values) ->
          "its condition was false: " + condition + (values.isEmpty() ? "" : ", where " + values);
      case Fact.SupersededBy(var run) -> "run #%d superseded it".formatted(run);
      case Fact.OpenBreaker(var tool, var probeFrom) ->
          probeFrom
              .map(at ->
                  "the breaker of tool '%s' is open; it is tried again %s".formatted(tool, in(at)))
              .orElse("the breaker of tool '%s' is half open: a step tries it".formatted(tool));
      case Fact.Retry(var retry, var max, var after) ->
          "it is retry %d of %d, after a failure of class '%s'"
              .formatted(retry, max, Machine.wireName(after));
      case Fact.NextRun(var retry, var max, var at) ->
          "the workflow's `retry` starts the next run %s: retry %d of %d"
              .formatted(in(at), retry, max);
      case Fact.Lease(var agent, var number, var until) ->
          "agent '%s' has it by lease %d, which expires %s unless it is renewed"
              .formatted(agent, number, in(until));
      case Fact.Deadline(var at) -> "its state ends %s at the latest".formatted(in(at));
      case Fact.EndedByAgent(var at) -> "its agent ends it %s".formatted(in(at));
      case Fact.Jobs(var open, var out, var queued) ->
          "%s open: %d with agents, %d queued".formatted(count(open, "job"), out, queued);
      case Fact.FailedStep step -> failed(step);
      case Fact.Classified classified -> classified(classified);
      case Fact.FailedJob job -> failed(job);
      case Fact.WaitingJob(var job, var status, var facts) ->
          "job '%s' %s: %s"
              .formatted(
                  job,
                  status.phase() == Phase.WAITING ? "waits" : "is pending",
                  reason(status.message(), facts));
      case Fact.Followed(var attempt) -> "attempt %d followed".formatted(attempt);
    };
  }

  private static String approvals(List<String> given, int missing, List<String> reviewers) {
    String by = String.join(", ", given);
    return missing == 0
        ? "it is approved by " + by
        : "it waits for "
            + Approval.missing(missing, reviewers)
            + (given.isEmpty() ? "" : "; approved by " + by);
  }

  private static String behind(String group, List<Fact.Ahead> ahead) {
    String names =
        ahead.stream()
            .map(one ->
                "run #%d%s%s"
                    .formatted(
                        one.run(),
                        one.job().isEmpty() ? "" : " (%s)".formatted(one.job()),
                        one.holds() ? "" : ", which waits too"))
            .distinct()
            .collect(Collectors.joining("; "));
    return "it waits for the concurrency group '%s', behind %s"
        .formatted(Group.nameOf(group), names);
  }

  private static String needs(List<Fact.Need> jobs) {
    return jobs.stream()
        .map(need -> "%s (%s)".formatted(need.job(), words(need.state())))
        .collect(Collectors.joining(", "));
  }

  private static String failed(Fact.FailedStep step) {
    return "step '%s' failed: %s%s"
        .formatted(
            step.step(),
            step.end(),
            step.source().isEmpty() ? "" : "; it is defined at " + step.source());
  }

  private static String classified(Fact.Classified fact) {
    return "it counts as a failure of class '%s'%s"
        .formatted(
            Machine.wireName(fact.failureClass()),
            fact.evidence()
                .map(its ->
                    " by the rule '%s'%s"
                        .formatted(
                            its.rule(), its.line().isEmpty() ? "" : ": " + its.line().strip()))
                .orElse(""));
  }

  private static String failed(Fact.FailedJob job) {
    return "job '%s' %s: %s; %s"
        .formatted(
            job.job(),
            words(job.state()),
            job.step().map(FactText::failed).orElse(job.message()),
            classified(job.failure()));
  }

  private String reason(String message, List<Fact> facts) {
    return message.isEmpty() && !facts.isEmpty() ? of(facts.getFirst()) : message;
  }

  private static String names(String what, List<String> names) {
    String quoted = names.stream().map("'%s'"::formatted).collect(Collectors.joining(", "));
    return what + (names.size() == 1 ? " " : "s ") + quoted;
  }

  private static String count(int number, String what) {
    return number == 1 ? "1 " + what : "%d %ss".formatted(number, what);
  }

  private static String words(Enum<?> state) {
    return Machine.wireName(state).replace('_', ' ');
  }

  private String in(Instant at) {
    Duration left = Duration.between(now, at);
    return left.isNegative() || left.isZero() ? "now" : "in " + DurationText.of(left);
  }
}
