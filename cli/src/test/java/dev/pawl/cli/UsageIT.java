package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.InProcessCommand;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The help texts, and the messages for wrong arguments.
class UsageIT extends EndToEndFixture {

  @ParameterizedTest
  @ValueSource(strings = {"", "--help", "help"})
  void helpListsTheCommands(String argument) {
    CommandResult ended =
        argument.isEmpty() ? InProcessCommand.pawl() : InProcessCommand.pawl(argument);

    ended.exits(0).says("Usage: pawl").says("  run ").says("  lifecycle ").says("Exit codes:");
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void printsItsVersion() {
    pawl("--version").exits(0).says("pawl 0.");
  }

  @Test
  void everyCommandHasHelp() {
    pawl("run", "--help").exits(0).says("Usage: pawl run").says("Ctrl+C");
    pawl("eval", "--help").exits(0).says("The text between `${{` and `}}`.");
  }

  @ParameterizedTest
  @CsvSource({
    "rnu, 'rnu', 'pawl run'",
    "frobnicate, 'frobnicate', 'pawl --help'",
    "run --slot 3, '--slot', '--slots'",
    "runs --frobnicate, '--frobnicate', 'pawl runs --help'",
    "run --slots, '--slots', 'pawl run --help'",
    "run --slots many, '--slots expects a whole number', 'pawl run --help'",
    "prune --keep-days 99999999999999999999, 'expects a smaller number', 'pawl prune --help'",
    "run --input ab, '--input expects NAME=VALUE', 'pawl run --help'",
    "run --slots 0, '--slots', 'at least 1'",
    "runs -n 0, '--limit', 'at least 1'",
    "run -C no/such, 'no/such', 'does not exist'",
    "runs -C no/such, 'no/such', 'does not exist'"
  })
  void wrongArgumentsAreNamed(String line, String named, String hint) {
    CommandResult ended =
        InProcessCommand.pawl(line.split(" ")).exits(2).complains(named).complains(hint);

    assertThat(ended.err()).startsWith("pawl: ");
    assertThat(ended.err().lines().count()).isLessThanOrEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(Path.of(".pawl")).doesNotExist();
  }
}
