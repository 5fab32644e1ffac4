package dev.pawl.workflow.planning;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.core.plan.Body;
import dev.pawl.core.plan.Contexts;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.Task;
import dev.pawl.expression.Value;
import java.util.Map;
import java.util.stream.Stream;

/// How much room a job takes in the message to its agent.
final class Weights {

  /// The names of the fields, and what is around a text.
  private static final int AROUND = 220;

  private final long contexts;

  Weights(Contexts contexts) {
    this.contexts =
        written(contexts.github().json())
            + written(contexts.inputs().json())
            + written(contexts.vars().json());
  }

  /// In bytes, and rather more than less.
  long of(Body body) {
    Stream<String> texts =
        Stream.of(
                body.env().stream().flatMap(Weights::words),
                body.steps().stream().flatMap(Weights::words),
                body.actions().stream().flatMap(Weights::words),
                words(body.outputs()))
            .flatMap(words -> words);
    long entries = (long) body.steps().size() + body.actions().size() + 1;
    return contexts + entries * AROUND + texts.mapToLong(Weights::written).sum();
  }

  private static long written(String text) {
    return new Value.Text(text).json().getBytes(UTF_8).length + 2L;
  }

  private static Stream<String> words(Map<String, String> map) {
    return Stream.concat(map.keySet().stream(), map.values().stream());
  }

  private static Stream<String> words(PlannedStep step) {
    Stream<String> task =
        switch (step.task()) {
          case Task.Script(var run, var shell, var directory) -> Stream.of(run, shell, directory);
          case Task.Checkout _ -> Stream.empty();
          case Task.Unavailable(var uses, var why) -> Stream.of(uses, why);
        };
    return Stream.of(
            task,
            words(step.with()),
            words(step.env()),
            Stream.of(step.name(), step.condition(), step.continueOnError(), step.source()))
        .flatMap(words -> words);
  }

  private static Stream<String> words(PlannedAction action) {
    return Stream.of(
            words(action.inputs()),
            words(action.outputs()),
            words(action.env()),
            Stream.of(action.name(), action.path(), action.condition(), action.source()))
        .flatMap(words -> words);
  }
}
