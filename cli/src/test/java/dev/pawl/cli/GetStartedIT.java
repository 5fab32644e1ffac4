package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.TutorialPage.Exchange;
import dev.pawl.cli.TutorialPage.Mark;
import dev.pawl.cli.TutorialPage.Session;
import dev.pawl.cli.TutorialPage.ShownFile;
import dev.pawl.cli.process.PawlProcess;
import dev.pawl.cli.process.ShellTerminal;
import dev.pawl.server.doctor.ShellWord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Does what docs/get-started.md says, from its top to its end: writes its files, types its
/// commands, and compares what is printed with the page.
///
/// With `-Dpawl.regenerate` the outputs of the page are replaced where they differ, to be reviewed
/// before they are committed.
final class GetStartedIT extends EndToEndFixture {

  private static final Path PAGE = Path.of("..", "docs", "get-started.md");

  /// The directory that the page's first command makes.
  private static final String PROJECT = "shop";

  private static final String USER = "ada";

  private final Map<Exchange, List<String>> different = new HashMap<>();

  @Test
  void everyCommandPrintsWhatThePageShows() throws IOException {
    var page = TutorialPage.of(Files.readAllLines(PAGE));
    ShellTerminal first = terminal();
    ShellTerminal second = terminal();

    for (TutorialPage.Block block : page.blocks()) {
      switch (block) {
        case ShownFile(var name, var text) -> write(PROJECT + "/" + name, text);
        case Session session ->
            follow(session, session.marks().contains(Mark.SECOND_TERMINAL) ? second : first);
      }
    }

    assertThat(List.of(first.isBusy(), second.isBusy())).containsOnly(false);
    if (!different.isEmpty()) {
      Files.write(PAGE, page.with(different));
    }
  }

  /// A shell in which the function `pawl` runs the packaged jar.
  private ShellTerminal terminal() {
    List<String> pawl = PawlProcess.command();
    pawl.add(pawl.indexOf("-jar"), "-Duser.name=" + USER);
    String line = pawl.stream().map(ShellWord::of).collect(Collectors.joining(" "));
    PawlProcess shell = start(directory, Map.of("LC_ALL", "C.UTF-8"), List.of("sh"));
    shell.type("exec 2>&1; pawl() { %s \"$@\" </dev/null; }\n".formatted(line));
    return new ShellTerminal(shell);
  }

  private void follow(Session session, ShellTerminal terminal) {
    for (Exchange exchange : session.exchanges()) {
      if (!session.marks().contains(Mark.CONTINUED)) {
        terminal.type(exchange.command());
      }
      List<String> actual =
          session.marks().contains(Mark.RUNNING)
              ? terminal.next(exchange.output().size())
              : terminal.rest();
      compare(exchange, actual, session.marks().contains(Mark.UNORDERED));
    }
  }

  private void compare(Exchange exchange, List<String> actual, boolean isUnordered) {
    String expected = comparable(exchange.output(), isUnordered);
    String printed = comparable(actual, isUnordered);
    if (System.getProperty("pawl.regenerate") == null) {
      assertThat(printed).as(exchange.place()).isEqualTo(expected);
    } else if (!printed.equals(expected)) {
      different.put(exchange, actual);
    }
  }

  /// The lines without what differs from run to run.
  private static String comparable(List<String> lines, boolean isUnordered) {
    Stream<String> comparable = lines.stream().map(GetStartedIT::comparable);
    return (isUnordered ? comparable.sorted() : comparable).collect(Collectors.joining("\n"));
  }

  private static String comparable(String line) {
    return line.replaceAll("\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(\\.\\d+Z)?", "(time)")
        .replaceAll("\\d+ h \\d+ min|\\d+ min \\d+ s|\\d+(\\.\\d)? s\\b", "(duration)")
        .replaceAll("\\b[0-9a-f]{32}\\b", "(id)")
        .replaceAll("local-[0-9a-f]{8}", "local-(id)")
        // The state after a request depends on how fast its run goes on.
        .replaceAll("^(Cancel requested|Approved): (.*) is \\w+$", "$1: $2 is (state)")
        .replaceAll(" {2,}", "  "); // the widths of columns with times and durations
  }
}
