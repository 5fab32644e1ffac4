package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The output of steps: in logs, on terminals and in summaries.
class StepOutputIT extends EndToEndFixture {

  private static final char ESCAPE = '\u001b';

  private static final String COLOURFUL =
      """
      on: push
      jobs:
        a:
          runs-on: x
          steps:
            - name: shout
              run: |
                printf '\\033[31mred\\033[0m \\033]0;title\\007\\033[2Jbad \\377\\376 bytes\\n'
                exit 3
      """;

  @Test
  void aLogOfFiveMegabytesIsComplete() {
    workflow("on: push\njobs: { a: { runs-on: x, steps: [ { run: seq 1 750000 } ] } }\n");

    pawl("run", "w.yml").exits(0);

    String log = pawl("logs").exits(0).out();
    assertThat(log.length()).isGreaterThan(5_000_000);
    assertThat(log).endsWith("\n749999\n750000\n").contains("\n1\n2\n3\n");
    assertThat(log.lines().count()).isEqualTo(750_001);
  }

  @Test
  void aLogBeyondItsLimitIsCutAndSaysSo() {
    workflow(
        """
        on: push
        jobs:
          a: { runs-on: x, steps: [ { run: 'head -c 9000000 /dev/zero | tr "\\0" x; exit 3' } ] }
        """);

    CommandResult ended = pawl("run", "--log-limit-job", "1", "w.yml").exits(1);

    assertThat(ended.out().length() + ended.err().length()).isLessThan(20_000);
    String dropped =
        "pawl: log cut: the log of the job has reached its limit of 1 MiB. 7,951,424 bytes of this step's output were dropped.";
    assertThat(ended.out() + ended.err()).contains(dropped);
    pawl("logs").exits(0).says(dropped);
    pawl("show").exits(0).says(" · log cut");
    assertThat(json("show", "--json").at("/cutLogs/0/reason").asString())
        .isEqualTo("the log of the job has reached its limit of 1 MiB");
    pawl("run", "--log-limit-job", "0", "w.yml").exits(2).complains("--log-limit-job");
  }

  @Test
  void stepSummariesArePrinted() {
    workflow(
        """
        on: push
        jobs:
          a:
            runs-on: x
            steps:
              - run: printf '# Built\\n\\033[2Jall' >> $GITHUB_STEP_SUMMARY
        """);

    String said = pawl("run", "w.yml").exits(0).out();

    assertThat(said).contains("Summary of a\n  │ # Built\n  │ all\n✓ run #1 success");
  }

  @Test
  void logsAreByteExact() throws IOException {
    workflow(COLOURFUL);

    pawl("run", "w.yml").exits(1);

    try (Stream<Path> files = Files.walk(directory.resolve(".pawl/logs"))) {
      Path log = files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow();
      assertThat(Files.readAllBytes(log))
          .startsWith(ESCAPE, '[', '3', '1', 'm')
          .containsSequence('b', 'a', 'd', ' ', 0xff, 0xfe, ' ');
    }
  }

  @Test
  void withoutATerminalThereAreNoEscapeCodes() {
    workflow(COLOURFUL);

    CommandResult ended = pawl("run", "w.yml").exits(1).says("  │ red ").says("bytes\n");

    assertThat(ended.out()).doesNotContain(String.valueOf(ESCAPE));
    for (String command : new String[] {"runs", "show", "history"}) {
      assertThat(pawl(command).exits(0).out()).doesNotContain(String.valueOf(ESCAPE));
    }
  }

  @Test
  void namesCannotContainEscapeSequences() {
    workflow(
        """
        name: "w\\e[2J"
        on: push
        jobs:
          a:
            name: "j\\e"
            runs-on: x
            steps:
              - { name: "s\\e[2J\\r", run: exit 3 }
              - { uses: "./none\\e" }
        """);

    assertThat(pawl("run", "w.yml").exits(1).out()).doesNotContain(String.valueOf(ESCAPE));
    for (String command : new String[] {"runs", "show", "history", "logs"}) {
      assertThat(pawl(command).exits(0).out()).doesNotContain(String.valueOf(ESCAPE));
    }
    onTerminal(Map.of("TERM", "xterm-256color"), "run", "w.yml").end().exits(1).says("✗ run #2");
  }

  @Test
  void aTerminalShowsTheLiveView() {
    workflow(COLOURFUL.replace("exit 3", "touch ready; ./await go"));
    PawlProcess run = onTerminal(Map.of("TERM", "xterm-256color"), "run", "w.yml");
    awaitFile("ready");
    run.awaitOutput("1/1 shout");
    write("go", "");

    CommandResult ended = run.end().exits(0);

    assertThat(ended.out()).doesNotContain(ESCAPE + "[c").doesNotContain(ESCAPE + "[6n");
    ended.says("running").says("run #1 success").says(ESCAPE + "[32m");
    assertThat(ended.out()).containsAnyOf("⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏");
  }

  @Test
  void stepOutputCannotClearTheTerminal() {
    workflow(COLOURFUL);

    CommandResult ended = onTerminal(Map.of("TERM", "xterm"), "run", "w.yml").end().exits(1);

    ended.says(ESCAPE + "[31mred").says("bytes");
    assertThat(ended.out()).doesNotContain(ESCAPE + "[2J").doesNotContain(ESCAPE + "]0;");
  }

  @Test
  void noColorDisablesColours() {
    workflow(COLOURFUL);

    CommandResult ended =
        onTerminal(Map.of("TERM", "xterm", "NO_COLOR", "1"), "run", "w.yml").end();

    ended.exits(1).says("exit code 3");
    assertThat(ended.out()).doesNotContainPattern(ESCAPE + "\\[[0-9;]*m");
  }

  @Test
  void ctrlCOnATerminalCancels() {
    workflow(COLOURFUL.replace("exit 3", "touch ready; ./await go"));
    PawlProcess run = onTerminal(Map.of("TERM", "xterm"), "run", "w.yml");
    awaitFile("ready");

    run.type("\u0003").end().exits(130).says("run #1 cancelled");

    assertNoProcessLeft();
  }

  private PawlProcess onTerminal(Map<String, String> environment, String... arguments) {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no script(1)");
    List<String> quoted = new ArrayList<>();
    PawlProcess.command(arguments).forEach(word -> quoted.add("'" + word + "'"));
    return start(
        directory, environment, List.of("script", "-qec", String.join(" ", quoted), "/dev/null"));
  }
}
