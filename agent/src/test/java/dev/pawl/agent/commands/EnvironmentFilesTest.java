package dev.pawl.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.commands.KeyValueText.Entry;
import dev.pawl.agent.limits.JobMemoryLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentFilesTest {

  @TempDir private Path directory;
  private EnvironmentFiles files;

  @BeforeEach
  void theFilesOfAStep() throws IOException {
    files = EnvironmentFiles.make(directory, "0", JobMemoryLimits.DEFAULT);
  }

  private void write(String variable, String text) throws IOException {
    Files.writeString(Path.of(files.environment().getOrDefault(variable, "")), text);
  }

  @Test
  void namesAndValues() {
    assertThat(KeyValueText.parse("a=1\n\nb=x=y<<z\nc=\n d = e \n\ufefff=g", 100).entries())
        .containsExactly(
            new Entry("a", "1"),
            new Entry("b", "x=y<<z"),
            new Entry("c", ""),
            new Entry(" d ", " e "),
            new Entry("\ufefff", "g"));
  }

  @Test
  void valuesOfSeveralLines() {
    String text = "a<<EOF\none\n\n  EOF\nEOF \nEOF\nb<<-\n-\nc<<E=F\nx\r\ny\r\nE=F\r\nd=z\r\n";
    assertThat(KeyValueText.parse(text, 100).entries())
        .containsExactly(
            new Entry("a", "one\n\n  EOF\nEOF "),
            new Entry("b", ""),
            new Entry("c", "x\r\ny"),
            new Entry("d", "z"));
  }

  @Test
  void aByteOrderMarkIsIgnored() {
    assertThat(KeyValueText.parse("\ufeffa=1", 100).entries()).containsExactly(new Entry("a", "1"));
  }

  @ParameterizedTest
  @CsvSource({
    "nothing, expected name=value or name<<DELIMITER",
    "=x, the name is missing",
    "<<EOF, the name is missing",
    "a<<, the delimiter after << is missing",
    "'a<<EOF\nEO', the delimiter that ends the value of 'a' is missing",
    "'a<<EOF', the delimiter that ends the value of 'a' is missing",
  })
  void aBadLineIsNamedAndWhatPrecedesItCounts(String bad, String problem) {
    var values = KeyValueText.parse("first=1\n" + bad + "\nlast=2\n", 100);
    assertThat(values.entries()).containsExactly(new Entry("first", "1"));
    assertThat(values.problem()).startsWith("line 2: ").contains(problem.replace("'a'", "'a'"));
  }

  @Test
  void whatAStepHasWritten() throws IOException {
    write("GITHUB_OUTPUT", "version=1.2\nversion=1.3\n");
    write("GITHUB_ENV", "COLOUR<<E\nred\ngreen\nE\n");
    write("GITHUB_PATH", "/opt/a\n\n/opt/b\n");
    write("GITHUB_STATE", "pid=7\n");
    write("GITHUB_STEP_SUMMARY", "# All well\n");
    var written = files.read();
    assertThat(written.outputs()).containsExactly(Map.entry("version", "1.3"));
    assertThat(written.env()).containsExactly(Map.entry("COLOUR", "red\ngreen"));
    assertThat(written.paths()).containsExactly("/opt/a", "/opt/b");
    assertThat(written.summary()).isEqualTo("# All well\n");
    assertThat(written.warnings()).isEmpty();
  }

  @Test
  void someVariablesCannotBeSet() throws IOException {
    write(
        "GITHUB_ENV",
        "node_options=--require ./x\nGITHUB_SHA=0\nRUNNER_TEMP=/\nPAWL_PROCESS_MARKER=x\nZERO=\0\nGITHUB_TOKEN=t\nOK=1\n");
    var written = files.read();
    assertThat(written.env()).containsOnlyKeys("GITHUB_TOKEN", "OK");
    assertThat(written.warnings()).hasSize(5).anyMatch(it -> it.contains("'GITHUB_SHA' ignored"));
  }

  @Test
  void badFilesAreWarningsAndLargeOnesBreaches() throws IOException {
    write("GITHUB_OUTPUT", "a=1\nwhat?\n");
    write("GITHUB_STEP_SUMMARY", "x".repeat(1024 * 1024 + 1));
    Path env = Path.of(files.environment().getOrDefault("GITHUB_ENV", ""));
    Files.delete(env);
    Files.createDirectory(env);
    Files.write(
        Path.of(files.environment().getOrDefault("GITHUB_PATH", "")),
        new byte[] {(byte) 0xff, '\n'});
    var written = files.read();
    assertThat(written.outputs()).containsExactly(Map.entry("a", "1"));
    assertThat(written.paths())
        .containsExactly(new String(new byte[] {-1}, StandardCharsets.UTF_8));
    assertThat(written.summary()).isEmpty();
    assertThat(written.warnings())
        .containsExactly(
            "$GITHUB_OUTPUT, line 2: expected name=value or name<<DELIMITER",
            "$GITHUB_ENV ignored: it is not a file any more");
    assertThat(written.breach())
        .startsWith("$GITHUB_STEP_SUMMARY rejected: it has more than 1 MiB");
  }

  @Test
  void outputNamesAreNotCaseSensitive() throws IOException {
    write("GITHUB_OUTPUT", "b=1\nVersion=1.2\nversion=1.3\nVersion=1.4\nVERSION=1.5\n");
    write("GITHUB_ENV", "a=1\nA=2\n");
    assertThat(files.read().outputs())
        .containsExactly(Map.entry("b", "1"), Map.entry("Version", "1.5"));
    assertThat(files.read().env()).containsExactly(Map.entry("a", "1"), Map.entry("A", "2"));
  }
}
