package dev.pawl.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.Main;
import org.junit.jupiter.api.Test;

class MainTest {

  @Test
  void aNamedCommandIsTheOnlyOneThatIsRead() {
    assertThat(Main.withAllCommands().getSubcommands().keySet())
        .filteredOn(name -> !name.equals("completion") && !name.equals("man"))
        .hasSizeGreaterThan(20)
        .allSatisfy(name ->
            assertThat(Main.commandLine(name, "--help").getSubcommands()).containsOnlyKeys(name));
  }

  @Test
  void allCommandsAreReadWhereNoneIsNamed() {
    int all = Main.withAllCommands().getSubcommands().size();

    assertThat(Main.commandLine().getSubcommands()).hasSize(all);
    assertThat(Main.commandLine("--help").getSubcommands()).hasSize(all);
    assertThat(Main.commandLine("rnu").getSubcommands()).hasSize(all);
    assertThat(Main.commandLine("completion", "bash").getSubcommands()).hasSize(all);
  }
}
