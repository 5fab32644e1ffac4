package dev.pawl.agent.contexts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pawl.expression.ExpressionError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `hashFiles`. Each file contains its own path, so that the hash shows which files were selected.
class HashFilesFunctionTest {

  private static final List<String> FILES =
      List.of("a.lock", "b/a.lock", "b/c/.hidden/x.txt", "b/c/d.txt", "b/z.lock", "q/a[1].txt");

  @TempDir private Path directory;
  private Path workspace;

  @BeforeEach
  void files() throws IOException {
    workspace = Files.createDirectory(directory.resolve("workspace"));
    Path outside = Files.writeString(directory.resolve("outside"), "not for jobs");
    for (String file : FILES) {
      Path path = workspace.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, file);
    }
    Files.createSymbolicLink(workspace.resolve("link"), workspace.resolve("b"));
    Files.createSymbolicLink(workspace.resolve("out"), outside);
    Files.createSymbolicLink(workspace.resolve("up"), directory);
  }

  private String hash(String... patterns) throws ExpressionError {
    return HashFilesFunction.of(workspace, List.of(patterns));
  }

  private static String of(String... files) throws NoSuchAlgorithmException {
    var total = MessageDigest.getInstance("SHA-256");
    for (String file : files) {
      byte[] content = file.getBytes(StandardCharsets.UTF_8);
      total.update(MessageDigest.getInstance("SHA-256").digest(content));
    }
    return HexFormat.of().formatHex(total.digest());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "**/*.lock          | a.lock b/a.lock b/z.lock",
        "*.lock             | a.lock",
        "./a.lock           | a.lock",
        "b                  | b/a.lock b/c/.hidden/x.txt b/c/d.txt b/z.lock",
        "b/c/               | b/c/.hidden/x.txt b/c/d.txt",
        "b/**               | b/a.lock b/c/.hidden/x.txt b/c/d.txt b/z.lock",
        "b/**/d.txt         | b/c/d.txt",
        "**/c/**/*.txt      | b/c/.hidden/x.txt b/c/d.txt",
        "?/[a-c].lock       | b/a.lock",
        "?/[!a-c].lock      | b/z.lock",
        "q/a\\[1\\].txt     | q/a[1].txt",
        "b/z.lock a.lock    | b/z.lock a.lock",
        "b !**/*.lock       | b/c/.hidden/x.txt b/c/d.txt",
        "b !b/c b/c/d.txt   | b/a.lock b/c/d.txt b/z.lock",
        "b/c/d.txt b        | b/a.lock b/c/.hidden/x.txt b/c/d.txt b/z.lock",
      })
  void theFilesThatArePatternsSelectInTheirOrder(String patterns, String files) throws Exception {
    assertThat(hash(patterns.split(" "))).isEqualTo(of(files.split(" ")));
  }

  @Test
  void patternsMayBeLines() throws Exception {
    assertThat(hash("b\n# none of these\n\n !**/*.lock\n")).isEqualTo(hash("b", "!**/*.lock"));
    assertThat(hash(workspace + "/a.lock")).isEqualTo(of("a.lock"));
  }

  @ParameterizedTest
  @CsvSource({
    "nothing",
    "../*",
    "/etc/passwd",
    "b/../../x",
    "link/**",
    "out",
    "up/outside",
    "up/**",
    "!b",
    "a.lock/"
  })
  void nothingIsSelected(String pattern) throws Exception {
    assertThat(hash(pattern)).isEmpty();
  }

  @Test
  @Timeout(60)
  void aPatternThatWouldTakeForEverDoesNot() throws Exception {
    Files.writeString(workspace.resolve("a".repeat(200)), "");
    assertThat(hash("*a".repeat(100) + "b", "**/a/".repeat(100) + "b")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0b", "b/\ud800/*"})
  void whatIsNoPathIsAnError(String pattern) {
    assertThatExceptionOfType(ExpressionError.class).isThrownBy(() -> hash(pattern));
  }

  @Test
  void whatPawlKeepsForItselfIsNotLookedAt() throws Exception {
    for (String file : List.of("logs/1", "owners/1", "pawl.db", "pawl.db-wal", "work/1/a.lock")) {
      Path path = workspace.resolve(".pawl").resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, "");
    }
    Path workflow = Files.createDirectory(workspace.resolve(".pawl/workflows")).resolve("ci.yaml");
    Files.writeString(workflow, ".pawl/workflows/ci.yaml");
    assertThat(hash(".pawl")).isEqualTo(of(".pawl/workflows/ci.yaml"));
    assertThat(hash(".pawl/work/1/a.lock")).isEmpty();
    assertThat(hash("**/*.lock")).isEqualTo(of("a.lock", "b/a.lock", "b/z.lock"));
  }

  @Test
  void aLinkedDirectoryOfTheWorkspaceMayBeNamed() throws Exception {
    assertThat(hash("link/z.lock")).isEqualTo(of("b/z.lock"));
  }

  /// A pipe must not be opened, also if it takes the place of a file just now.
  @Test
  @Timeout(60)
  void aPipeThatReplacesAFileIsNotWaitedFor() throws Exception {
    Path changing = Files.createDirectory(workspace.resolve("p"));
    Process replacing =
        new ProcessBuilder(
                "sh",
                "-c",
                "mkfifo pipe; echo > file; while :; do ln -f pipe x; ln -f file x; done")
            .directory(changing.toFile())
            .start();
    try {
      for (int tries = 0; tries < 3000; tries++) {
        String _ = hash("p/x");
      }
    } finally {
      replacing.destroyForcibly().waitFor();
    }
  }

  @Test
  void tooManyFilesInADirectoryAreAnError() throws Exception {
    Path many = Files.createDirectory(workspace.resolve("many"));
    new ProcessBuilder("sh", "-c", "seq 100001 | xargs touch")
        .directory(many.toFile())
        .start()
        .waitFor();
    assertThatExceptionOfType(ExpressionError.class)
        .isThrownBy(() -> hash("**"))
        .withMessageContaining("100,000");
  }

  @Test
  void aThreadThatIsInterruptedStops() {
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(ExpressionError.class)
        .isThrownBy(() -> hash("**"))
        .withMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }
}
