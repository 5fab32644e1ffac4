package dev.pawl.cli.command.remote;

import dev.pawl.cli.client.ServerAccess;
import dev.pawl.cli.client.UserConfiguration;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.option.ProjectOption;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `pawl logout`: forgets a server and its token.
@Command(
    name = "logout",
    description =
        "Forget a server and your token for it. The token stays valid: `pawl token revoke` ends it.")
public final class LogoutCommand implements Callable<Integer> {

  @Mixin private ProjectOption project = new ProjectOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "URL",
      description = "The server. Default: the server of the last `pawl login`.")
  private Optional<String> server = Optional.empty();

  @Override
  public Integer call() {
    UserConfiguration known = UserConfiguration.read();
    URI left =
        server
            .flatMap(ServerAccess::address)
            .or(() -> server.isPresent() ? Optional.empty() : known.server())
            .filter(address -> known.login(address).isPresent())
            .orElseThrow(() ->
                project.usageError(
                    server
                        .map("you are not logged in to '%s'"::formatted)
                        .orElse("you are not logged in to a server")));
    known.without(left).write();
    System.out.println("Logged out of %s.".formatted(left));
    return ExitCode.SUCCESS;
  }
}
