package dev.pawl.expression;

import java.util.List;

/// What an expression is evaluated in.
public interface Environment {

  /// The value of a context that [Names] allowed, by the name that it has there.
  Value context(String name);

  /// What a function gives that [Names] allowed, by the name that it has there.
  ///
  /// @throws ExpressionError if it fails; the offset does not matter, the evaluator knows it better
  Value call(String function, List<Value> arguments) throws ExpressionError;
}
