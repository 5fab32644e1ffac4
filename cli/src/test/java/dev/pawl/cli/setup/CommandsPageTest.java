package dev.pawl.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// `docs/commands.md` is what the commands render. With the system property `pawl.regenerate` it is
/// written again.
class CommandsPageTest {

  @Test
  void thePageIsTheModelOfTheCommands() throws IOException {
    String rendered =
        CommandsPage.render(CommandEntry.all(Main.withAllCommands().getCommandSpec()));
    Path page = Path.of("..", "docs", "commands.md");
    if (System.getProperty("pawl.regenerate") != null) {
      Files.writeString(page, rendered);
    }
    assertThat(page).content().isEqualTo(rendered);
  }
}
