package dev.pawl.workflow.reader;

import dev.pawl.core.classify.Rule;
import dev.pawl.core.classify.Rules;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.keys.FailureClasses;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.JobRules;
import dev.pawl.workflow.model.RunRules;
import dev.pawl.workflow.model.StepRules;
import dev.pawl.workflow.yaml.YamlScalar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads what a workflow, a job or a step asks for beyond GitHub's keys.
final class RulesReader {

  private final Findings findings;

  RulesReader(Findings findings) {
    this.findings = findings;
  }

  RunRules run(Fields workflow) {
    return new RunRules(
        workflow
            .fields("retry", Place.RETRY)
            .map(retry -> new RunRules.Retry(max(retry), backoff(retry, Backoff.OF_RUNS))),
        workflow.scalar("timeout-minutes").map(YamlScalar::text).flatMap(Times::minutes),
        workflow.duration("delay").orElse(Duration.ZERO),
        HooksReader.read(workflow, Place.HOOKS),
        workflow
            .fields("hooks", Place.HOOKS)
            .map(hooks -> hooks.strings("runs-on"))
            .orElse(List.of()),
        failures(workflow.fieldsOf("rules", Place.RULE)));
  }

  JobRules job(Fields job) {
    return new JobRules(
        job.fields("retry", Place.JOB_RETRY).map(RulesReader::jobRetry),
        HooksReader.read(job, Place.JOB_HOOKS),
        job.fields("approval", Place.APPROVAL).map(this::approval),
        job.duration("wait").orElse(Duration.ZERO),
        job.integer("priority").orElse(0),
        job.duration("grace-period"));
  }

  StepRules step(Fields step) {
    return new StepRules(
        step.fields("retry", Place.STEP_RETRY).map(RulesReader::stepRetry),
        HooksReader.read(step, Place.STEP_HOOKS),
        step.fields("tool", Place.TOOL)
            .map(tool ->
                new StepRules.Tool(tool.string("name"), tool.string("on-open").equals("wait"))),
        step.integers("expected-exit-codes"));
  }

  private static RetryPolicy jobRetry(Fields retry) {
    List<ReasonCode> classes =
        retry.mentions("on")
            ? retry.strings("on").stream()
                .flatMap(word -> FailureClasses.find(word).stream())
                .distinct()
                .toList()
            : RetryPolicy.DEFAULT.on();
    return new RetryPolicy(max(retry), classes, backoff(retry, Backoff.OF_JOBS));
  }

  private static StepRules.Retry stepRetry(Fields retry) {
    Optional<Fields> on = retry.fields("on", Place.STEP_RETRY_ON);
    return new StepRules.Retry(
        max(retry),
        on.map(found -> found.integers("exit-codes")).orElse(List.of()),
        on.map(found -> found.string("log")).orElse(""),
        backoff(retry, StepPolicy.BACKOFF));
  }

  private Approval approval(Fields approval) {
    List<String> reviewers = approval.strings("reviewers").stream().distinct().toList();
    int required = Math.max(1, approval.integer("required").orElse(1));
    boolean hasTeam = reviewers.stream().anyMatch(reviewer -> reviewer.startsWith("team:"));
    if (!hasTeam && !reviewers.isEmpty() && required > reviewers.size()) {
      findings.error(
          approval.scalar("required").map(YamlScalar::position).orElse(approval.position()),
          "`approval.required`: "
              + required
              + " must agree, and only "
              + reviewers.size()
              + " may");
    }
    return new Approval(
        reviewers, required, approval.duration("expires").orElse(Approval.DEFAULT_EXPIRY), false);
  }

  private static int max(Fields retry) {
    return retry.integer("max").orElse(0);
  }

  /// A duration is the first wait; what is not written is as in `fallback`.
  private static Backoff backoff(Fields retry, Backoff fallback) {
    Optional<Duration> first = retry.duration("backoff");
    if (first.isPresent()) {
      return bounded(first.get(), fallback.factor(), fallback.max());
    }
    return retry
        .fields("backoff", Place.BACKOFF)
        .map(backoff ->
            bounded(
                backoff.duration("initial").orElse(fallback.initial()),
                backoff
                    .scalar("factor")
                    .map(scalar -> Scalars.number(scalar.text()))
                    .orElse(fallback.factor()),
                backoff.duration("max").orElse(fallback.max())))
        .orElse(fallback);
  }

  /// A first wait beyond the bound is the bound then.
  private static Backoff bounded(Duration initial, double factor, Duration max) {
    return new Backoff(initial, factor, initial.compareTo(max) > 0 ? initial : max);
  }

  private List<Rule> failures(List<Fields> rows) {
    if (rows.size() > Rules.MOST) {
      findings.error(
          rows.get(Rules.MOST).position(), "a workflow has at most " + Rules.MOST + " `rules`");
    }
    List<Rule> rules = new ArrayList<>();
    for (Fields row : rows.stream().limit(Rules.MOST).toList()) {
      if (rules.stream().anyMatch(rule -> rule.name().equals(row.string("name")))) {
        findings.error(row.position(), "there are two rules of this name");
      } else {
        failure(row).ifPresent(rules::add);
      }
    }
    return rules;
  }

  /// Nothing where the table of keys was not followed, which has been told.
  private Optional<Rule> failure(Fields row) {
    Optional<ReasonCode> code = FailureClasses.find(row.string("class"));
    if (code.isEmpty() || findings.hasErrors()) {
      return Optional.empty();
    }
    var conditions =
        new Rule.Conditions(
            row.integers("exit-codes"),
            row.strings("signals"),
            row.strings("ended-by").stream()
                .flatMap(word -> FailureClasses.find(Ender.class, word).stream())
                .toList(),
            row.string("log"));
    try {
      return Optional.of(new Rule(row.string("name"), code.get(), conditions));
    } catch (IllegalArgumentException refused) {
      findings.error(row.position(), String.valueOf(refused.getMessage()));
      return Optional.empty();
    }
  }
}
