package dev.pawl.core.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.ReasonCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Compares the page in the documentation with the code. With the system property `pawl.regenerate`
/// the page is written first.
class FailuresPageTest {

  private static final Path PAGE = root().resolve("docs/failures.md");

  @Test
  void theDocumentedRulesAreThoseOfTheCode() throws IOException {
    if (System.getProperty("pawl.regenerate") != null) {
      Files.writeString(PAGE, FailuresPage.render());
    }
    assertThat(PAGE).content().isEqualTo(FailuresPage.render());
  }

  @Test
  void everyClassIsExplained() {
    for (ReasonCode code : ReasonCode.values()) {
      assertThat(FailuresPage.render().contains("\n| `" + FailureRule.wireName(code) + "` |"))
          .as("%s", code)
          .isEqualTo(code.isFailureClass());
    }
  }

  /// The root directory of the build.
  private static Path root() {
    return Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
        .takeWhile(directory -> Files.exists(directory.resolve("pom.xml")))
        .reduce((_, outer) -> outer)
        .orElseThrow();
  }
}
