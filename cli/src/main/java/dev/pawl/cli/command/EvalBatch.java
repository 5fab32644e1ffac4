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

/// Answers lines of JSON by lines of JSON, each at once: a program may wait for one before it
/// writes the next. A line that makes no sense is answered as well, and ends nothing.
final class EvalBatch {

  /// Characters of a line: contexts may be big, but not without end.
  private static final int LONGEST = 16 << 20;

  private final BufferedReader in;
  private final PrintStream out;
  private final Dict usual;
  private final Path workspace;

  /// @param usual the contexts of a line that has none
  EvalBatch(BufferedReader in, PrintStream out, Dict usual, Path workspace) {
    this.in = in;
    this.out = out;
    this.usual = usual;
    this.workspace = workspace;
  }

  void run() throws IOException {
    // Nobody reads on after an error: what else there is to answer is not worth the time.
    for (var line = next(); line.isPresent() && !out.checkError(); line = next()) {
      out.println(
          line.get().length() > LONGEST ? error("the line is too long") : answer(line.get()));
      out.flush();
    }
  }

  private String answer(String line) {
    Value asked;
    try {
      asked = Value.parseJson(line);
    } catch (IllegalArgumentException e) {
      return error(String.valueOf(e.getMessage()));
    }
    if (!(asked instanceof Dict(var fields)) || !(fields.get("expr") instanceof Text(var source))) {
      return error("a line is {\"expr\": …, \"contexts\": {…}}");
    }
    return switch (fields.getOrDefault("contexts", Value.Null.NULL)) {
      case Dict contexts -> answer(source, contexts);
      case Value.Null _ -> answer(source, usual);
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

  /// The next line, without its end; of one that is too long, a little more than is allowed.
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
