package dev.pawl.core.plan;

import dev.pawl.core.plan.expression.ExpressionScope;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.plan.expression.TextEvaluator;
import dev.pawl.core.plan.matrix.MatrixBudget;
import dev.pawl.core.plan.matrix.MatrixCell;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.plan.matrix.MatrixStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The parts of a job that may hold expressions and are needed before an agent has it. Evaluated
/// when the run is planned, or, if they refer to other jobs, when the job becomes ready.
///
/// @param namePrefix the prefix of the name of a job in a called workflow; not evaluated
/// @param name the job's name, or its key in the file if it has none
/// @param runsOn each evaluates to a label or to a list of labels
/// @param timeoutMinutes empty if the file does not set it
/// @param graceMinutes empty if the file does not set it
/// @param continueOnError empty if the file does not set it
/// @param environment where it deploys to; empty for none, also after evaluation
public record JobTemplate(
    String namePrefix,
    String name,
    List<String> runsOn,
    String timeoutMinutes,
    String graceMinutes,
    String continueOnError,
    Optional<GroupTemplate> group,
    String environment,
    Optional<MatrixStrategy> strategy) {

  private static final int MAX_NAME_LENGTH = 100;

  /// A concurrency group, not yet evaluated.
  ///
  /// @param cancelInProgress empty if the file does not set it
  public record GroupTemplate(
      String key, boolean isCommand, int max, String cancelInProgress, GroupRule.Queue queue) {

    public Stream<String> texts() {
      return Stream.of(key, cancelInProgress);
    }

    public GroupRule rule(TextEvaluator evaluator) throws TextEvaluationException {
      String found = evaluator.text("concurrency", key);
      if (found.isBlank()) {
        throw new TextEvaluationException("concurrency: %s is empty".formatted(key));
      }
      Optional<String> problem = isCommand ? Optional.empty() : NameLimit.problem(found);
      if (problem.isPresent()) {
        throw new TextEvaluationException(
            "concurrency: the name of the group %s: %s".formatted(problem.get(), NameLimit.ADVICE));
      }
      boolean cancels =
          !cancelInProgress.isEmpty() && evaluator.flag("cancel-in-progress", cancelInProgress);
      return new GroupRule(found, isCommand, max, cancels, queue);
    }
  }

  public JobTemplate {
    runsOn = List.copyOf(runsOn);
  }

  /// The jobs that result from `job`: itself, or the cells of its matrix, of which there may be
  /// none.
  public List<PlannedJob> render(PlannedJob job, ExpressionScope scope, MatrixBudget budget)
      throws TextEvaluationException {
    List<PlannedJob> rendered = new ArrayList<>();
    for (PlannedJob cell : cells(job, scope, budget)) {
      rendered.add(cell.template().orElseThrow().evaluate(cell, scope));
    }
    return rendered;
  }

  /// The cells of its matrix, each with the rest of the template; the job itself, if it has no
  /// matrix.
  public List<PlannedJob> cells(PlannedJob job, ExpressionScope scope, MatrixBudget budget)
      throws TextEvaluationException {
    if (strategy.isEmpty()) {
      return List.of(job.with(this));
    }
    var evaluator = new TextEvaluator(scope);
    MatrixPolicy shared = strategy.get().policy(job.id(), evaluator);
    List<PlannedJob> cells = new ArrayList<>();
    for (MatrixCell cell : strategy.get().cells(evaluator, budget)) {
      cells.add(job.toCell(cell, shared, withoutStrategy()));
    }
    return cells;
  }

  private JobTemplate withoutStrategy() {
    return new JobTemplate(
        namePrefix,
        name,
        runsOn,
        timeoutMinutes,
        graceMinutes,
        continueOnError,
        group,
        environment,
        Optional.empty());
  }

  /// Evaluates everything but the matrix, which is known.
  public PlannedJob evaluate(PlannedJob job, ExpressionScope scope) throws TextEvaluationException {
    var evaluator =
        new TextEvaluator(
            scope
                .with("matrix", MatrixCell.matrix(job.cell()))
                .with("strategy", MatrixCell.strategy(job.cell(), job.policy().matrix())));
    Duration timeout =
        timeoutMinutes.isEmpty()
            ? job.timeout()
            : evaluator.minutes("timeout-minutes", timeoutMinutes);
    Duration grace =
        graceMinutes.isEmpty()
            ? job.grace()
            : evaluator.minutes("cancel-timeout-minutes", graceMinutes);
    Optional<GroupRule> rule =
        group.isPresent() ? Optional.of(group.get().rule(evaluator)) : Optional.empty();
    Optional<String> place =
        Optional.of(evaluator.text("environment", environment)).filter(found -> !found.isBlank());
    boolean mayFail =
        !continueOnError.isEmpty() && evaluator.flag("continue-on-error", continueOnError);
    return job.withEvaluated(
        namePrefix + name(job, evaluator),
        evaluator.labels("runs-on", runsOn),
        timeout,
        grace,
        job.policy().withEvaluated(mayFail, rule, place));
  }

  /// Adds the cell's label to a name that does not contain an expression, to tell the cells apart.
  private String name(PlannedJob job, TextEvaluator evaluator) throws TextEvaluationException {
    String own = evaluator.text("name", name);
    String shown =
        job.cell().isPresent() && !name.contains("${{")
            ? "%s (%s)".formatted(own, job.cell().get().label())
            : own;
    return shown.length() <= MAX_NAME_LENGTH
        ? shown
        : shown.substring(0, MAX_NAME_LENGTH - 3) + "...";
  }

  /// All texts but those of the strategy, to find the contexts that they refer to.
  public Stream<String> texts() {
    return Stream.of(
            runsOn.stream(),
            Stream.of(name, timeoutMinutes, graceMinutes, continueOnError, environment),
            group.stream().flatMap(GroupTemplate::texts))
        .flatMap(texts -> texts);
  }
}
