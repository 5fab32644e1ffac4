package dev.pawl.cli.day;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.agents.ServerFixture;
import dev.pawl.cli.agents.ServerProcess;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.PawlProcess;
import dev.pawl.server.doctor.ShellWord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A day of a team on a server with two agents, as the script beside this test has it: it uses only
/// curl, jq and pawl.
@Timeout(240)
class TeamDayIT extends ServerFixture {

  @Test
  void aTeamWorksADay() throws IOException {
    ServerProcess server = startServer();
    Path home = Files.createDirectory(directory.resolve("home"));
    Path script = home.resolve("team-day.sh");
    try (InputStream text =
        Objects.requireNonNull(TeamDayIT.class.getResourceAsStream("team-day.sh"))) {
      Files.copy(text, script);
    }
    Path prelude = home.resolve("prelude.sh");
    String pawl =
        PawlProcess.command().stream().map(ShellWord::of).collect(Collectors.joining(" "));
    Files.writeString(
        prelude,
        """
        pawl() { %1$s "$@" < /dev/null; }
        connect_agent() {
          %1$s agent --server "$PAWL_SERVER" --enrol "$2" --workdir "$PWD/agents/$1" > "$1.log" 2>&1 < /dev/null &
          AGENTS="${AGENTS:-} $!"
          (tail -n +1 -F --pid=$! "$1.log" 2> /dev/null || true) | grep -q -m1 'connected to'
        }
        trap 'kill ${AGENTS:-} 2> /dev/null; wait' EXIT
        PAWL_SERVER=http://127.0.0.1:%2$d
        ADMIN=%3$s
        export HOME="$PWD"
        """
            .formatted(pawl, server.port(), server.token()));
    PawlProcess day =
        PawlProcess.start(
            home,
            Map.of("LC_ALL", "C.UTF-8"),
            List.of("bash", "-c", ". ./prelude.sh; . ./team-day.sh"));
    closeAtEnd(day::kill);
    CommandResult end = day.end();
    assertThat(end.out() + end.err()).contains("the day is over").doesNotContain("FAIL");
  }
}
