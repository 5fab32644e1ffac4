package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Runs the commands in the comments of every example in a repository of its own, and compares the
/// results with `examples/expected`.
///
/// With `-Dpawl.examples.write` the results are written there instead, to be reviewed before they
/// are committed.
final class ExamplesIT extends EndToEndFixture {

  private static final Path EXAMPLES = Path.of("..", "examples").toAbsolutePath().normalize();
  private static final Pattern TRY = Pattern.compile("# Try: ((?:\\w+=\\S+ )*)pawl (.*)");
  private static final Pattern VARIABLE = Pattern.compile("(\\w+)=(\\S+)");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  static Stream<String> examples() throws IOException {
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
      return names.stream().filter(name -> name.endsWith(".yml"));
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void printsTheExpectedOutput(String name) throws IOException, InterruptedException {
    commit();
    List<String> outcomes = new ArrayList<>();
    for (String line : Files.readAllLines(EXAMPLES.resolve(name))) {
      var command = TRY.matcher(line);
      if (command.matches()) {
        outcomes.add("$ " + line.substring("# Try: ".length()) + "\n" + outcome(command));
      }
    }
    assertThat(outcomes).as("the commands in " + name).isNotEmpty();
    Path expected = EXAMPLES.resolve("expected").resolve(name.replace(".yml", ".txt"));
    String text = String.join("\n", outcomes);
    if (System.getProperty("pawl.examples.write") != null) {
      Files.createDirectories(expected.getParent());
      Files.writeString(expected, text);
    }
    assertThat(text).isEqualTo(Files.readString(expected));
  }

  /// Commits the examples as the only commit of a repository.
  private void commit() throws IOException, InterruptedException {
    try (Stream<Path> files = Files.walk(EXAMPLES)) {
      for (Path file : files.filter(one -> !one.toString().contains("expected")).toList()) {
        Files.copy(file, directory.resolve("examples").resolve(EXAMPLES.relativize(file)));
      }
    }
    write("README.md", "# A repository\n");
    String author = "-c user.name=Test -c user.email=test@example.org";
    for (String git : List.of("init -q -b main", "add .", author + " commit -q -m First")) {
      var process = new ProcessBuilder(("git " + git).split(" ")).directory(directory.toFile());
      assertThat(process.inheritIO().start().waitFor()).as(git).isZero();
    }
  }

  private String outcome(MatchResult command) {
    Map<String, String> variables =
        VARIABLE
            .matcher(command.group(1))
            .results()
            .collect(Collectors.toMap(its -> its.group(1), its -> its.group(2)));
    String[] words =
        WORD.matcher(command.group(2))
            .results()
            .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
            .toArray(String[]::new);
    int before = runs();
    CommandResult ended = start(directory, variables, List.of(), words).end();
    // What a run prints while it runs depends on which job is faster; what is kept does not.
    String told = runs() > before ? states() + pawl("logs").out() : ended.out();
    return "exit code %d\n%s%s"
        .formatted(ended.code(), told, ended.err())
        .replace(directory.toString(), "(workspace)")
        .replaceAll("\\b[0-9a-f]{40}\\b", "(commit)");
  }

  private int runs() {
    Path database = directory.resolve(".pawl/pawl.db");
    try (var store = SqliteStore.openExisting(database, InstantSource.system()).orElse(null)) {
      return store == null ? 0 : store.queries().latest(1000).size();
    }
  }

  /// The state of each job and step of the latest run, with its message.
  private String states() {
    JsonNode shown = json("show", "--json");
    List<String> lines = new ArrayList<>();
    lines.add("run: " + state(shown.get("run")));
    for (JsonNode attempt : shown.get("attempts")) {
      lines.add("%s: %s".formatted(attempt.get("jobId").asString(), state(attempt)));
      for (JsonNode step : shown.get("steps")) {
        if (step.get("job").equals(attempt.get("job"))
            && step.get("attempt").equals(attempt.get("attempt"))) {
          lines.add("  %s: %s".formatted(step.get("name").asString(), state(step)));
        }
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static String state(JsonNode entity) {
    String message = entity.get("message").asString();
    return entity.get("state").asString() + (message.isEmpty() ? "" : " (" + message + ")");
  }
}
