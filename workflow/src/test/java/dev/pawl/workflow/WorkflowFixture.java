package dev.pawl.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.workflow.diagnostics.Diagnostic;
import dev.pawl.workflow.model.Workflow;
import java.util.List;

/// Reads workflows for the tests of this package.
final class WorkflowFixture {

  /// A workflow whose only job has these keys, each line indented as in the job.
  static String job(String keys) {
    return "on: push\njobs:\n  build:\n    runs-on: linux\n    steps: [{ run: x }]\n"
        + keys.indent(4);
  }

  /// A workflow whose only job has this step, which begins at 6:9.
  static String step(String keys) {
    return "on: push\njobs:\n  build:\n    runs-on: linux\n    steps:\n"
        + keys.indent(8).replaceFirst("^ {8}", "      - ");
  }

  static Workflow workflow(String yaml) {
    WorkflowReadResult reading = read(yaml);
    return reading.workflow().orElseThrow(() -> new AssertionError(reading.diagnostics().render()));
  }

  /// The errors as `line:column message`.
  static List<String> errors(String yaml) {
    return read(yaml).diagnostics().errors().stream().map(WorkflowFixture::brief).toList();
  }

  static List<String> warnings(String yaml) {
    return read(yaml).diagnostics().warnings().stream().map(WorkflowFixture::brief).toList();
  }

  static List<String> hints(String yaml) {
    return read(yaml).diagnostics().all().stream().map(Diagnostic::hint).toList();
  }

  static WorkflowReadResult read(String yaml) {
    return WorkflowFile.read("ci.yml", yaml.getBytes(UTF_8));
  }

  private static String brief(Diagnostic diagnostic) {
    var position = diagnostic.position();
    return position.line() + ":" + position.column() + " " + diagnostic.message();
  }

  private WorkflowFixture() {}
}
