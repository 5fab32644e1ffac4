package dev.pawl.expression;

import dev.pawl.expression.value.Value;
import java.util.List;

/// What an expression is evaluated in.
public interface ExpressionEnvironment {

  /// The value of a context that [AllowedNames] allowed, by the name that it has there.
  Value context(String name);

  /// What a function gives that [AllowedNames] allowed, by the name that it has there.
  ///
  /// @throws ExpressionError if it fails; the offset does not matter, the evaluator knows it better
  Value call(String function, List<Value> arguments) throws ExpressionError;
}
