package dev.pawl.expression;

import dev.pawl.expression.Value.Bool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Evaluates a tree once.
final class Evaluator {

  private final Environment environment;
  private final Memory memory = new Memory();

  /// What was seen of the environment: it may make a context anew each time, but for one expression
  /// it is the same object.
  private final Map<String, Value> contexts = new HashMap<>();

  Evaluator(Environment environment) {
    this.environment = environment;
  }

  Value evaluate(Node node) throws ExpressionError {
    int before = memory.held();
    Value value = valueOf(node);
    memory.settle(before, value);
    return value;
  }

  private Value valueOf(Node node) throws ExpressionError {
    return switch (node) {
      case Node.Literal(Value value) -> value;
      case Node.Context(String name, _) -> contexts.computeIfAbsent(name, environment::context);
      case Node.Index(Node target, Node key) -> Lookup.find(evaluate(target), evaluate(key));
      case Node.Star(Node target) -> Lookup.all(evaluate(target));
      case Node.Not(Node operand) -> Value.of(!evaluate(operand).isTruthy());
      case Node.And(List<Node> operands) -> firstThatIs(false, operands);
      case Node.Or(List<Node> operands) -> firstThatIs(true, operands);
      case Node.Compare(Comparison how, Node left, Node right) ->
          Value.of(how.holds(evaluate(left), evaluate(right)));
      case Node.Case(List<Node> arguments, int offset) -> firstCase(arguments, offset);
      case Node.Apply(Function function, List<Node> arguments, int offset) ->
          apply(function, evaluate(arguments), offset);
      case Node.Call(String function, List<Node> arguments, int offset) ->
          call(function, evaluate(arguments), offset);
    };
  }

  /// The last one if there is none; what follows is not evaluated.
  private Value firstThatIs(boolean truthy, List<Node> operands) throws ExpressionError {
    Value value = Value.Null.NULL;
    for (Node operand : operands) {
      value = evaluate(operand);
      if (value.isTruthy() == truthy) {
        return value;
      }
    }
    return value;
  }

  private Value firstCase(List<Node> arguments, int offset) throws ExpressionError {
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

  private Value apply(Function function, List<Value> arguments, int offset) throws ExpressionError {
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

  private List<Value> evaluate(List<Node> nodes) throws ExpressionError {
    List<Value> values = new ArrayList<>(nodes.size());
    for (Node node : nodes) {
      values.add(evaluate(node));
    }
    return values;
  }
}
