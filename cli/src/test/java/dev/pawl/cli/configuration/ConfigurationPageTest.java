package dev.pawl.cli.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// `docs/configuration.md` is what the table of settings renders. With the system property
/// `pawl.regenerate` it is written again.
class ConfigurationPageTest {

  @Test
  void thePageIsTheTableOfSettings() throws IOException {
    String rendered = ConfigurationPage.render();
    Path page = Path.of("..", "docs", "configuration.md");
    if (System.getProperty("pawl.regenerate") != null) {
      Files.writeString(page, rendered);
    }
    assertThat(page).content().isEqualTo(rendered);
  }
}
