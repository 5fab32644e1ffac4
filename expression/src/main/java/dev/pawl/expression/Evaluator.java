package dev.pawl.expression;

import dev.pawl.expression.value.Comparison;
import dev.pawl.expression.value.Value;
import dev.pawl.expression.value.Value.Bool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Evaluates an expression tree once.
final class Evaluator {

  private final ExpressionEnvironment environment;
  private final MemoryBudget memory = new MemoryBudget();

  /// The contexts used so far: the environment may compute a context anew each time, but within one
  /// evaluation it must be the same object.
  private final Map<String, Value> contexts = new HashMap<>();

  Evaluator(ExpressionEnvironment environment) {
    this.environment = environment;
  }

  Value evaluate(ExpressionNode node) throws ExpressionError {
    int before = memory.held();
    Value value = valueOf(node);
    memory.settle(before, value);
    return value;
  }

  private Value valueOf(ExpressionNode node) throws ExpressionError {
    return switch (node) {
      case ExpressionNode.Literal(Value value) -> value;
      case ExpressionNode.Context(String name, _) ->
          contexts.computeIfAbsent(name, environment::context);
      case ExpressionNode.Index(ExpressionNode target, ExpressionNode key) ->
          PropertyLookup.get(evaluate(target), evaluate(key));
      case ExpressionNode.Star(ExpressionNode target) -> PropertyLookup.getAll(evaluate(target));
      case ExpressionNode.Not(ExpressionNode operand) -> Value.of(!evaluate(operand).isTruthy());
      case ExpressionNode.And(List<ExpressionNode> operands) -> firstThatIs(false, operands);
      case ExpressionNode.Or(List<ExpressionNode> operands) -> firstThatIs(true, operands);
      case ExpressionNode.Compare(Comparison how, ExpressionNode left, ExpressionNode right) ->
          Value.of(how.holds(evaluate(left), evaluate(right)));
      case ExpressionNode.Case(List<ExpressionNode> arguments, int offset) ->
          firstCase(arguments, offset);
      case ExpressionNode.Apply(
              BuiltInFunction function,
              List<ExpressionNode> arguments,
              int offset) ->
          apply(function, evaluate(arguments), offset);
      case ExpressionNode.Call(String function, List<ExpressionNode> arguments, int offset) ->
          call(function, evaluate(arguments), offset);
    };
  }

  /// The first operand with that truth value, or the last one; operands after it are not evaluated.
  private Value firstThatIs(boolean truthy, List<ExpressionNode> operands) throws ExpressionError {
    Value value = Value.Null.NULL;
    for (ExpressionNode operand : operands) {
      value = evaluate(operand);
      if (value.isTruthy() == truthy) {
        return value;
      }
    }
    return value;
  }

  private Value firstCase(List<ExpressionNode> arguments, int offset) throws ExpressionError {
    for (int i = 0; i + 1 < arguments.size(); i += 2) {
      if (!(evaluate(arguments.get(i)) instanceof Bool(boolean holds))) {
        throw new ExpressionError(
            ExpressionError.Kind.EVALUATION,
            "case predicate must evaluate to a boolean value",
            offset);
      }
      if (holds) {
        return evaluate(arguments.get(i + 1));
      }
    }
    return evaluate(arguments.getLast());
  }

  private Value apply(BuiltInFunction function, List<Value> arguments, int offset)
      throws ExpressionError {
    try {
      return function.call(arguments, memory);
    } catch (ExpressionError e) {
      throw e.within(offset);
    }
  }

  private Value call(String function, List<Value> arguments, int offset) throws ExpressionError {
    try {
      return environment.call(function, arguments);
    } catch (ExpressionError e) {
      throw new ExpressionError(ExpressionError.Kind.EVALUATION, e.message(), offset);
    }
  }

  private List<Value> evaluate(List<ExpressionNode> nodes) throws ExpressionError {
    List<Value> values = new ArrayList<>(nodes.size());
    for (ExpressionNode node : nodes) {
      values.add(evaluate(node));
    }
    return values;
  }
}
