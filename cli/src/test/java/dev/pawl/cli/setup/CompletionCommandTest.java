package dev.pawl.cli.setup;

import static dev.pawl.cli.process.InProcessCommand.pawl;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.setup.CompletionCommand.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The completion scripts, in the shells themselves.
class CompletionCommandTest {

  @TempDir Path directory;

  @BeforeEach
  void provide() throws IOException {
    for (Shell shell : Shell.values()) {
      String script = pawl("completion", shell.name()).exits(0).out();
      Files.writeString(directory.resolve("script." + shell), script);
    }
    Files.writeString(directory.resolve("w.yml"), "");
    Files.createDirectory(directory.resolve("sub"));
  }

  @ParameterizedTest
  @EnumSource
  void theSyntaxIsRight(Shell shell) throws Exception {
    assertThat(ShellScript.output(directory, shell.name(), "-n", "script." + shell)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "pawl ru, run runs",
    "pawl run --p, --payload --plain",
    "pawl run w, w.yml",
    "pawl run --payload w, w.yml",
    "pawl -C s, sub",
    "pawl -C sub run --ev, --event",
    "pawl -C run tok, token",
    "pawl token a, admin agent",
    "pawl token agent --l, --labels",
    "pawl lifecycle --format m, mermaid",
    "pawl lifecycle --format = m, mermaid",
    "pawl lifecycle at, attempt",
    "pawl server --log-format j, json",
    "pawl completion z, zsh",
    "pawl show '', 12 3"
  })
  void bashCompletes(String line, String expected) throws Exception {
    String script =
        """
        source script.bash
        pawl() { printf '#12    ok\\n#3     ok\\n'; }
        COMP_WORDS=(%s)
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _pawl
        echo "${COMPREPLY[*]}"
        """
            .formatted(line);
    assertThat(ShellScript.output(directory, "bash", "-c", script).strip()).isEqualTo(expected);
  }

  @Test
  void fishCompletes() throws Exception {
    String script =
        """
        source script.fish
        for line in 'pawl ru' 'pawl -C sub run --ev' 'pawl token a' 'pawl lifecycle --format=m'
          complete -C $line | string split -f1 \\t
        end
        """;
    assertThat(ShellScript.output(directory, "fish", "--no-config", "-c", script).lines())
        .containsExactly("run", "runs", "--event", "admin", "agent", "--format=mermaid");
  }

  /// In a terminal of its own, because zsh completes only there. A line is typed after the prompt.
  @Test
  void zshCompletes() throws Exception {
    String script =
        """
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "autoload -U compinit; compinit -u -D; source script.zsh"
        zpty -w shell "bindkey '^I' list-choices; PS1='RE''ADY> '"
        zpty -r shell output '*READY> *'
        for line in 'pawl ru' 'pawl run --p' 'pawl token a' 'pawl lifecycle --format m'; do
          zpty -w -n shell "$line"$'\\t'$'\\C-u'"echo DO''NE"$'\\n'
          zpty -r shell output '*DONE*READY> *'
          print -r -- "$output"
        done
        zpty -d shell
        """;
    assertThat(ShellScript.output(directory, "zsh", "-f", "-c", script))
        .contains("runs  -- List the runs of this project")
        .contains("--plain    -- Print plain lines")
        .contains("admin  -- Make an administrator's token")
        .contains("mermaid");
  }

  @Test
  void anUnknownShellIsNamed() {
    pawl("completion", "tcsh").exits(2).complains("SHELL expects bash, zsh or fish, not 'tcsh'.");
  }
}
