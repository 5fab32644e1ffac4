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

/// What of a job may hold expressions and must be known before an agent has it. Evaluated when the
/// run is planned, or, where it looks at what other jobs have made, when the job becomes ready.
///
/// @param within what stands before the name of a job that a called workflow brings; not evaluated
/// @param name the job's key in the file where that names it no other way
/// @param runsOn each may come to a label, or to a list of them
/// @param timeoutMinutes empty where the file says nothing
/// @param graceMinutes empty where the file says nothing
/// @param continueOnError empty where the file says nothing
/// @param environment where it deploys to; empty for nowhere, also once evaluated
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

  private static final int LONGEST_NAME = 100;

  /// A concurrency group, not yet evaluated.
  ///
  /// @param cancelInProgress empty where the file says nothing
  public record GroupTemplate(
      String key, boolean isCommand, int max, String cancelInProgress, GroupRule.Queue queue) {

    public Stream<String> texts() {
      return Stream.of(key, cancelInProgress);
    }

    public GroupRule rule(TextEvaluator rendering) throws TextEvaluationException {
      String found = rendering.text("concurrency", key);
      if (found.isBlank()) {
        throw new TextEvaluationException("concurrency: %s is empty".formatted(key));
      }
      boolean cancels =
          !cancelInProgress.isEmpty() && rendering.flag("cancel-in-progress", cancelInProgress);
      return new GroupRule(found, isCommand, max, cancels, queue);
    }
  }

  public JobTemplate {
    runsOn = List.copyOf(runsOn);
  }

  /// The jobs that come of `job`: itself, or the cells of its matrix, of which there may be none.
  public List<PlannedJob> render(PlannedJob job, ExpressionScope sight)
      throws TextEvaluationException {
    List<PlannedJob> rendered = new ArrayList<>();
    for (PlannedJob cell : cells(job, sight, new MatrixBudget())) {
      rendered.add(cell.template().orElseThrow().evaluate(cell, sight));
    }
    return rendered;
  }

  /// The cells of its matrix, each with what else there is to evaluate; itself, if it has none.
  public List<PlannedJob> cells(PlannedJob job, ExpressionScope sight, MatrixBudget allowance)
      throws TextEvaluationException {
    if (strategy.isEmpty()) {
      return List.of(job.with(this));
    }
    var rendering = new TextEvaluator(sight);
    MatrixPolicy shared = strategy.get().policy(job.id(), rendering);
    List<PlannedJob> cells = new ArrayList<>();
    for (MatrixCell cell : strategy.get().cells(rendering, allowance)) {
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

  /// All but the matrix, which is known.
  public PlannedJob evaluate(PlannedJob job, ExpressionScope sight) throws TextEvaluationException {
    var rendering =
        new TextEvaluator(
            sight
                .with("matrix", MatrixCell.matrix(job.cell()))
                .with("strategy", MatrixCell.strategy(job.cell(), job.policy().matrix())));
    Duration timeout =
        timeoutMinutes.isEmpty()
            ? job.timeout()
            : rendering.minutes("timeout-minutes", timeoutMinutes);
    Duration grace =
        graceMinutes.isEmpty()
            ? job.grace()
            : rendering.minutes("cancel-timeout-minutes", graceMinutes);
    Optional<GroupRule> rule =
        group.isPresent() ? Optional.of(group.get().rule(rendering)) : Optional.empty();
    Optional<String> place =
        Optional.of(rendering.text("environment", environment)).filter(found -> !found.isBlank());
    boolean mayFail =
        !continueOnError.isEmpty() && rendering.flag("continue-on-error", continueOnError);
    return job.withEvaluated(
        namePrefix + name(job, rendering),
        rendering.labels("runs-on", runsOn),
        timeout,
        grace,
        job.policy().withEvaluated(mayFail, rule, place));
  }

  /// A name that says nothing of the matrix is told from those of the other cells.
  private String name(PlannedJob job, TextEvaluator rendering) throws TextEvaluationException {
    String own = rendering.text("name", name);
    String told =
        job.cell().isPresent() && !name.contains("${{")
            ? "%s (%s)".formatted(own, job.cell().get().label())
            : own;
    return told.length() <= LONGEST_NAME ? told : told.substring(0, LONGEST_NAME - 3) + "...";
  }

  /// All of its texts but those of the strategy, for whoever wants to know what they look at.
  public Stream<String> texts() {
    return Stream.of(
            runsOn.stream(),
            Stream.of(name, timeoutMinutes, graceMinutes, continueOnError, environment),
            group.stream().flatMap(GroupTemplate::texts))
        .flatMap(texts -> texts);
  }
}
