package dev.pawl.cli.command;

import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.value.Value;
import dev.pawl.expression.value.Value.Dict;
import dev.pawl.expression.value.Value.Text;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// Evaluates one expression a line: a JSON request on standard input, a JSON reply on standard
/// output. Each reply is flushed at once, because a program may wait for it before its next
/// request. An invalid line is answered with an error and does not end the batch.
final class EvalBatch {

  /// The limit of a line, in characters.
  private static final int LONGEST = 16 << 20;

  private final BufferedReader in;
  private final PrintStream out;
  private final Dict defaults;
  private final Path workspace;

  /// @param defaults the contexts of a line that has none
  EvalBatch(BufferedReader in, PrintStream out, Dict defaults, Path workspace) {
    this.in = in;
    this.out = out;
    this.defaults = defaults;
    this.workspace = workspace;
  }

  void run() throws IOException {
    // After a write error the reader is gone, so the rest is not evaluated.
    for (var line = next(); line.isPresent() && !out.checkError(); line = next()) {
      out.println(
          line.get().length() > LONGEST ? error("the line is too long") : answer(line.get()));
      out.flush();
    }
  }

  private String answer(String line) {
    Value request;
    try {
      request = Value.parseJson(line);
    } catch (IllegalArgumentException e) {
      return error("the line is not JSON: " + e.getMessage());
    }
    if (!(request instanceof Dict(var fields))
        || !(fields.get("expr") instanceof Text(var source))) {
      return error("the line must be {\"expr\": …, \"contexts\": {…}}");
    }
    return switch (fields.getOrDefault("contexts", Value.Null.NULL)) {
      case Dict contexts -> answer(source, contexts);
      case Value.Null _ -> answer(source, defaults);
      case Value.Bool _, Value.Num _, Text _, Value.Array _ -> error("contexts must be an object");
    };
  }

  private String answer(String source, Dict contexts) {
    try {
      return EvalEnvironment.toJson(new EvalEnvironment(contexts, workspace).evaluate(source));
    } catch (ExpressionError e) {
      return EvalEnvironment.toJson(e);
    }
  }

  private static String error(String message) {
    SequencedMap<String, Value> answer = new LinkedHashMap<>();
    answer.put("error", new Text(message));
    return new Dict(answer).json();
  }

  /// The next line without its line end; a line that is too long is cut just above the limit.
  private Optional<String> next() throws IOException {
    var line = new StringBuilder();
    int c = in.read();
    if (c < 0) {
      return Optional.empty();
    }
    for (; c >= 0 && c != '\n'; c = in.read()) {
      if (line.length() <= LONGEST) {
        line.append((char) c);
      }
    }
    return Optional.of(line.toString());
  }
}
