package dev.pawl.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.InProcessCommand;
import dev.pawl.cli.service.ServerData;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of `pawl token`.
class TokenCommandTest {

  @TempDir private Path directory;

  private Path data() {
    return directory.resolve("data");
  }

  private CommandResult token(String... arguments) {
    String[] all = new String[arguments.length + 3];
    all[0] = "token";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[all.length - 2] = "--data";
    all[all.length - 1] = data().toString();
    return InProcessCommand.pawl(all);
  }

  private void aServerHasBeenThere() {
    new ServerData(data(), Optional.empty()).prepared().open().close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "agent a", "enrol a", "admin a", "revoke a"})
  void aDirectoryWithoutServerDataIsRejected(String command) {
    token(command.split(" ")).exits(3).complains("no server data found in '" + data() + "'");
    assertThat(data()).doesNotExist();
  }

  @Test
  void aStoreOnPostgresNeedsNoDirectory() {
    token("list", "--store", "postgresql://127.0.0.1:1/pawl").exits(3).complains("reached");
    assertThat(data()).doesNotExist();
  }

  @Test
  void tokensAreListed() {
    aServerHasBeenThere();
    String agent = token("agent", "build-1", "--labels", "linux,x64").exits(0).out().strip();
    String admin = token("admin", "a-longer-name").exits(0).out().strip();
    String user =
        token("user", "alice", "--role", "approver", "--teams", "ops").exits(0).out().strip();
    token("revoke", id(admin)).exits(0);

    assertThat(token("list").exits(0).out().lines())
        .containsExactlyInAnyOrder(
            "ID            KIND   NAME           ROLE          TEAMS     LABELS     STATE",
            id(agent) + "  agent  build-1                                linux,x64  active",
            id(user) + "  user   alice          approver      team:ops             active",
            id(admin) + "  user   a-longer-name  server_admin                       revoked");
    assertThat(token("list", "--json").exits(0).out())
        .contains("\"id\" : \"%s\"".formatted(id(agent)), "\"labels\" : [ \"linux\", \"x64\" ]")
        .contains("\"state\" : \"active\"")
        .doesNotContain("hash");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",", ",,", "linux,,x64"})
  void emptyLabelsMakeNoTokenForAnyLabel(String labels) {
    aServerHasBeenThere();
    token("agent", "build-1", "--labels", labels).exits(2).complains("contains an empty label");
    token("list").exits(0).says("No tokens yet");
  }

  @Test
  void anEmptyListSaysHowToMakeAToken() {
    aServerHasBeenThere();
    token("list").exits(0).says("No tokens yet");
  }

  @Test
  void aTokenForAPersonHasARoleAndMayExpire() {
    aServerHasBeenThere();
    token("user", "bob", "--role", "viewer", "--expires", "90d").exits(0);
    token("list").exits(0).says(" viewer ").says(" until 20");

    token("user", "bob").exits(2).complains("--role");
    token("user", "bob", "--role", "boss").exits(2).complains("--role expects viewer, runner");
    token("user", "bob", "--role", "viewer", "--expires", "soon").exits(2).complains("'soon'");
    token("user", "bob", "--role", "viewer", "--org", "acme").exits(2).complains("no org 'acme'");
    token("list", "--server", "http://127.0.0.1:1").exits(2).complains("give one of them");
  }

  private static String id(String token) {
    return token.split("_", -1)[2];
  }
}
