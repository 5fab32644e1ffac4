package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.workflows.InputFileReader;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.value.Value;
import dev.pawl.expression.value.Value.Dict;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SourceText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl eval`: evaluates an expression.
@Command(
    name = "eval",
    description = {
      "Evaluate an expression and print its value.",
      "Exit code 2 if the expression is invalid."
    })
public final class EvalCommand implements Callable<Integer> {

  @Parameters(
      arity = "0..1",
      paramLabel = "EXPR",
      description =
          "The text between `$${{` and `}}`. Write `--` before it if it begins with a minus.")
  private Optional<String> expression = Optional.empty();

  @Option(
      names = "--context",
      paramLabel = "FILE",
      description = {
        "JSON object with a field for each context. With --batch: the default for lines"
            + " without contexts."
      })
  private Optional<Path> contextFile = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--batch",
      description =
          "Read lines {\"expr\": …, \"contexts\": {…}} from standard input, and print for each a"
              + " line {\"kind\": …, \"value\": …} or {\"error\": …}.")
  private boolean batch;

  @Mixin private ProjectOption projectOption = new ProjectOption();

  @Override
  public Integer call() throws IOException {
    if (batch == expression.isPresent()) {
      throw projectOption.usageError(
          batch ? "EXPR and --batch exclude each other" : "EXPR is missing");
    }
    Path workspace = projectOption.project().directory();
    if (batch) {
      var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      new EvalBatch(in, System.out, contexts(), workspace).run();
      return ExitCode.SUCCESS;
    }
    return evaluate(expression.get(), new EvalEnvironment(contexts(), workspace));
  }

  private int evaluate(String source, EvalEnvironment trial) {
    try {
      Value value = trial.evaluate(source);
      System.out.println(json ? EvalEnvironment.toJson(value) : value.kind() + ": " + shown(value));
      return ExitCode.SUCCESS;
    } catch (ExpressionError e) {
      if (json) {
        System.out.println(EvalEnvironment.toJson(e));
      } else {
        System.err.print(explained(source, e));
      }
      return ExitCode.INVALID;
    }
  }

  /// The value on one line, in quotes: a string may be empty or end in spaces.
  private static String shown(Value value) {
    return value instanceof Value.Num ? value.text() : PrintableText.line(value.json());
  }

  private static String explained(String source, ExpressionError error) {
    var text = SourceText.of("expression", source);
    var findings = new DiagnosticCollector();
    findings.error(text.positionAt(source.codePointCount(0, error.offset())), error.message());
    return findings.diagnosticsOf(text).render();
  }

  private Dict contexts() {
    if (contextFile.isEmpty()) {
      return new Dict(new LinkedHashMap<>());
    }
    Path file = contextFile.get();
    try {
      if (Value.parseJson(InputFileReader.text(projectOption.resolve(file)))
          instanceof Dict contexts) {
        return contexts;
      }
      throw projectOption.usageError(
          "cannot use '%s' as contexts: it is not a JSON object".formatted(file));
    } catch (IOException e) {
      throw projectOption.usageError(
          "cannot read '%s': %s".formatted(file, FileErrorMessages.describe(e)));
    } catch (IllegalArgumentException e) {
      throw projectOption.usageError(
          "cannot use '%s' as contexts: it is not JSON: %s".formatted(file, e.getMessage()));
    }
  }
}
