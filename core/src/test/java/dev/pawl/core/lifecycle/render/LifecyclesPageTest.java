package dev.pawl.core.lifecycle.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.Lifecycles;
import dev.pawl.core.lifecycle.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Compares the page in the documentation with the code. With the system property `pawl.regenerate`
/// the page is written first.
class LifecyclesPageTest {

  private static final Path PAGE = root().resolve("docs/lifecycles.md");

  @Test
  void theDocumentedMachinesAreThoseOfTheCode() throws IOException {
    if (System.getProperty("pawl.regenerate") != null) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, LifecyclesPage.render());
    }
    assertThat(PAGE).content().isEqualTo(LifecyclesPage.render());
  }

  @Test
  void everyMachineHasItsSection() {
    for (Machine<?, ?> machine : Lifecycles.all()) {
      assertThat(LifecyclesPage.render())
          .contains("\n## " + machine.name() + "\n", MermaidDiagram.render(machine));
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
