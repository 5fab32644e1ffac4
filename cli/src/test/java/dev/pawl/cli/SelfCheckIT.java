package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.InProcessCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Checks this repository's own workflow, `.pawl/workflows/ci.yml`: it is valid, it has the jobs
/// that check the repository, and its cheap job succeeds. The other jobs run Maven on the
/// repository itself, as this test does not.
class SelfCheckIT extends EndToEndFixture {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String WORKFLOW = ".pawl/workflows/ci.yml";

  private static String workflowOfThisRepository() {
    return ROOT.resolve(WORKFLOW).toString();
  }

  @Test
  void theWorkflowIsValid() {
    InProcessCommand.pawl("validate", workflowOfThisRepository())
        .exits(0)
        .says("no problems found");
  }

  @Test
  void theWorkflowChecksEverything() {
    String plan =
        InProcessCommand.pawl("plan", workflowOfThisRepository(), "--json").exits(0).out();

    List<String> jobs = new ArrayList<>();
    for (JsonNode job : JsonMapper.shared().readTree(plan).get("workflows").get(0).get("jobs")) {
      jobs.add(job.get("id").asString());
    }
    assertThat(jobs).containsExactly("scripts", "workflows", "format", "tests", "examples");
  }

  @Test
  void theScriptsParse() throws IOException {
    copyScripts();

    pawl("run", WORKFLOW, "--job", "scripts").exits(0).says("run #1 success");

    pawl("logs").says("\npawl\n").says("\nbuild/test-launcher\n");
    assertNoProcessLeft();
  }

  private void copyScripts() throws IOException {
    copy(Path.of(WORKFLOW));
    for (String script : List.of("pawl", "check", "bench", "simulate", ".ci/run")) {
      copy(Path.of(script));
    }
    for (String folder : List.of("build", "benchmarks")) {
      try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          copy(ROOT.relativize(file));
        }
      }
    }
  }

  private void copy(Path file) throws IOException {
    Path target = directory.resolve(file);
    Files.createDirectories(target.getParent());
    Files.copy(ROOT.resolve(file), target);
  }
}
