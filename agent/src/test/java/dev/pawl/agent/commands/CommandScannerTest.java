package dev.pawl.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.limits.JobMemoryLimits;
import dev.pawl.agent.mask.SecretMasks;
import dev.pawl.core.mask.TooManySecretsException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandScannerTest {

  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
  private final SecretMasks masks = new SecretMasks(List.of(), JobMemoryLimits.DEFAULT);
  private final StepCommandHandler commands =
      new StepCommandHandler(masks, false, JobMemoryLimits.DEFAULT);
  private final CommandScanner stream =
      new CommandScanner(
          commands,
          masks.into((bytes, length) -> seen.write(bytes, 0, length)),
          JobMemoryLimits.DEFAULT);

  private void print(String text) throws InterruptedException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    stream.take(bytes, bytes.length);
  }

  private String printed(String text) throws InterruptedException {
    print(text);
    stream.end();
    return seen.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "::error::it broke, Error: it broke",
    "'  ::ERROR::it broke', Error: it broke",
    "'::warning file=a.c,line=3,col=7,title=Hm::careful', 'Warning: Hm: careful (a.c:3:7)'",
    "'::notice file=a%2Cb%3A.c::100%25', 'Notice: 100% (a,b:.c)'",
    "'::Notice Line=3, File=b.c::x', Notice: x (b.c:3)",
    "::error::a%0Ab, 'Error: a\nb'",
    "::error::%250A, Error: %0A",
    "::group::Build, ::group::Build",
    "::endgroup::, ::endgroup::",
    "::unknown::x, ::unknown::x",
    "::error, ::error",
    "::error:x, ::error:x",
    "::errors::x, ::errors::x",
    ":::error::x, :::error::x",
    "x ::error::y, x ::error::y",
    "##[error]x, ##[error]x",
  })
  void commandsAreShownInPlainWordsAndOutputAsItIs(String line, String shown)
      throws InterruptedException {
    assertThat(printed(line + "\nnext\n")).isEqualTo(shown + "\nnext\n");
  }

  @Test
  void whatIsForTheDebuggerIsHidden() throws InterruptedException {
    assertThat(printed("::debug::a\nb\n")).isEqualTo("b\n");
    assertThat(
            new StepCommandHandler(masks, true, JobMemoryLimits.DEFAULT)
                .onCommand(command("::debug::a"), CommandName.DEBUG, ""))
        .isEqualTo("Debug: a\n");
  }

  private static WorkflowCommand command(String line) {
    return WorkflowCommand.parse(line).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1000})
  void theBordersOfTheChunksDoNotMatter(int size) throws InterruptedException {
    String text =
        "a\n::add-mask::s3cret\ns3cret ::x\n  :\n::\n::err\n::warning::careful\r\n::set-output name=n::v";
    for (int from = 0; from < text.length(); from += size) {
      print(text.substring(from, Math.min(text.length(), from + size)));
    }
    assertThat(printed(""))
        .isEqualTo(
            """
            a
            ::add-mask::***
            *** ::x
              :
            ::
            ::err
            Warning: careful
            Warning: command 'set-output' is deprecated. Write to $GITHUB_OUTPUT instead
            """);
    assertThat(commands.outputs()).containsExactly(Map.entry("n", "v"));
  }

  /// One byte at a time, no line is recognised by what follows its first byte.
  @Test
  void linesPassWholeAsInSinglePieces() throws InterruptedException {
    List<String> beginnings =
        List.of(
            "",
            " ",
            "\t",
            "  \t ",
            "\r",
            " \r",
            " \u000b",
            " \u001c",
            " \f",
            " ".repeat(255),
            " ".repeat(256),
            " ".repeat(300),
            "\u0085 ",
            " \u00a0",
            "\u2003");
    List<String> rests =
        List.of(
            "",
            ":",
            "::",
            ":: ",
            ":x",
            "::x",
            "x",
            "x::",
            "::error::e",
            "::error::e\r",
            "::debug::d",
            "::set-output name=a::b",
            "::add-mask::s3cret",
            "s3cret",
            "x".repeat(200_000));
    var text = new ByteArrayOutputStream();
    for (String rest : rests) {
      for (String beginning : beginnings) {
        text.writeBytes((beginning + rest + "\n").getBytes(StandardCharsets.UTF_8));
        text.writeBytes(new byte[] {' ', (byte) 0x85, (byte) 0xff, 0, '\r', '\n'});
      }
    }
    byte[] bytes = text.toByteArray();
    stream.take(bytes, bytes.length);
    stream.end();

    var pieces = new ByteArrayOutputStream();
    var its = new SecretMasks(List.of(), JobMemoryLimits.DEFAULT);
    var slow =
        new CommandScanner(
            new StepCommandHandler(its, false, JobMemoryLimits.DEFAULT),
            its.into((some, length) -> pieces.write(some, 0, length)),
            JobMemoryLimits.DEFAULT);
    for (byte one : bytes) {
      slow.take(new byte[] {one}, 1);
    }
    slow.end();
    assertThat(seen.toByteArray()).isEqualTo(pieces.toByteArray());
  }

  @Test
  void whatIsNoCommandIsNotHeldBack() throws InterruptedException {
    print("password: ");
    assertThat(seen.toString(StandardCharsets.UTF_8)).isEqualTo("password: ");
    print("\n  : ");
    assertThat(seen.toString(StandardCharsets.UTF_8)).isEqualTo("password: \n  : ");
    print("\n  ");
    assertThat(stream.isUndecided()).isTrue();
    stream.pause();
    assertThat(seen.toString(StandardCharsets.UTF_8)).endsWith("\n  ");
    print("::error::x\n");
    assertThat(seen.toString(StandardCharsets.UTF_8)).endsWith("\n  Error: x\n");
  }

  @Test
  void aCommandThatComesInPiecesIsACommand() throws InterruptedException {
    for (String piece : List.of(":", ":", "add-ma", "sk", ":", ":s3c", "ret\ns3cret")) {
      print(piece);
      stream.pause();
    }
    assertThat(printed("")).isEqualTo("::add-mask::***\n***");
  }

  @Test
  void commandsCanBeStoppedUntilAWordOfTheStep() throws InterruptedException {
    assertThat(
            printed("::stop-commands::Pause-7\n::error::a\n::pause::\n::pause-7::\n::error::b\n"))
        .isEqualTo("::stop-commands::Pause-7\n::error::a\n::pause::\n::pause-7::\nError: b\n");
  }

  @ParameterizedTest
  @CsvSource({"a:b, Error: x", "a::b, ::error::x", "a b, ::error::x", "'b ', Error: x"})
  void commandsResumeOnlyAtAPossibleCommandName(String word, String shown)
      throws InterruptedException {
    assertThat(printed("::stop-commands::%s\n::error::a\n::%1$s::\n::error::x\n".formatted(word)))
        .isEqualTo("::stop-commands::%s\n::error::a\n::%1$s::\n%s\n".formatted(word, shown));
  }

  @ParameterizedTest
  @ValueSource(strings = {"error", "Add-Mask", ""})
  void aWordThatCannotStopThemFailsTheStep(String word) throws InterruptedException {
    assertThat(printed("::stop-commands::" + word + "\n::error::a\n"))
        .startsWith("Error: stop-commands needs a token")
        .endsWith("Error: a\n");
    assertThat(commands.rejection())
        .contains("needs a token of at most 200 characters that is not a command");
  }

  @Test
  void setEnvAndAddPathAreDisabled() throws InterruptedException {
    assertThat(printed("::set-env name=A::b\n")).contains("Error: command 'set-env' is disabled");
    assertThat(commands.rejection()).contains("Write to $GITHUB_ENV");
  }

  @Test
  void incompleteCommandsAreWarnings() throws InterruptedException {
    assertThat(printed("::set-output::v\n::add-mask::\n"))
        .contains("Warning: set-output ignored: the name is missing")
        .contains("Warning: add-mask ignored: values of less than three characters");
    assertThat(commands.outputs()).isEmpty();
  }

  @Test
  void aCommandThatIsTooLongIsNotShownEither() throws InterruptedException {
    assertThat(printed("::error::" + "s".repeat(600_000) + "\nnext\n"))
        .startsWith("Error: command rejected: its line has more than 512 KiB")
        .endsWith("\nnext\n")
        .hasSizeLessThan(1_000);
    assertThat(commands.rejection()).startsWith("command rejected");
  }

  @Test
  void aMaskThatIsTooLongHidesTheRestOfTheOutput() {
    assertThatThrownBy(() -> print("::add-mask::" + "s".repeat(600_000)))
        .isInstanceOf(TooManySecretsException.class)
        .hasMessageContaining("1,000 masks of 64 KiB");
    assertThat(masks.isOverflown()).isTrue();
  }

  @Test
  void aRejectionIsPrintedOnce() throws InterruptedException {
    assertThat(printed("::set-env name=A::b\n".repeat(1_000))).hasLineCount(1);
  }

  @Test
  void bytesThatAreNoTextSurvive() throws InterruptedException {
    byte[] bytes = {(byte) 0xff, '\n', ':', ':', (byte) 0xc3, '\n', 0, '\n'};
    stream.take(bytes, bytes.length);
    stream.end();
    assertThat(seen.toByteArray()).isEqualTo(bytes);
  }
}
