package dev.pawl.expression;

import dev.pawl.expression.value.Value;
import java.util.List;

/// The environment that an expression is evaluated in: its contexts and functions.
public interface ExpressionEnvironment {

  /// The value of a context, by its name in [AllowedNames].
  Value context(String name);

  /// The result of a function, by its name in [AllowedNames].
  ///
  /// @throws ExpressionError if it fails; the evaluator replaces the offset
  Value call(String function, List<Value> arguments) throws ExpressionError;
}
