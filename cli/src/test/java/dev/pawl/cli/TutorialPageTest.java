package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.cli.TutorialPage.Exchange;
import dev.pawl.cli.TutorialPage.Mark;
import dev.pawl.cli.TutorialPage.Session;
import dev.pawl.cli.TutorialPage.ShownFile;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TutorialPageTest {

  private static final String PAGE =
      """
      Write `a.sh`:

      ```sh
      echo 1
      ```

      ```console running
      $ sh a.sh
      1
      ```

      ```console continued second-terminal
      2
      ```
      """;

  @Test
  void readsFilesAndSessionsInOrder() {
    assertThat(page(PAGE).blocks())
        .containsExactly(
            new ShownFile("a.sh", "echo 1\n"),
            new Session(Set.of(Mark.RUNNING), List.of(new Exchange("sh a.sh", 8, List.of("1")))),
            new Session(
                Set.of(Mark.CONTINUED, Mark.SECOND_TERMINAL),
                List.of(new Exchange("", 12, List.of("2")))));
  }

  @Test
  void replacesOutputs() {
    TutorialPage page = page(PAGE);
    var first = new Exchange("sh a.sh", 8, List.of("1"));

    assertThat(page.with(Map.of(first, List.of("3", "4"))))
        .isEqualTo(PAGE.replace("sh a.sh\n1\n", "sh a.sh\n3\n4\n").lines().toList());
  }

  /// A block that nobody would execute or write.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Text.\n\n```sh\npawl run\n```",
        "```console\nno command\n```",
        "```console\n$ pawl run",
        "- ```console\n  $ pawl run\n  ```",
        "```console unknown-mark\n$ pawl run\n```"
      })
  void rejectsABlockThatItCannotCheck(String text) {
    assertThatThrownBy(() -> page(text)).isInstanceOf(IllegalArgumentException.class);
  }

  private static TutorialPage page(String text) {
    return TutorialPage.of(text.lines().toList());
  }
}
