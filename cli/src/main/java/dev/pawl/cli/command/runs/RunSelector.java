package dev.pawl.cli.command.runs;

import dev.pawl.cli.option.ServerOption;
import dev.pawl.cli.runs.RemoteRunClient;
import dev.pawl.cli.runs.RunClient;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Finds the run and the job that a command is about: on a server if one is chosen, else in the
/// local store.
@Command
public final class RunSelector extends LocalRunSelector {

  @Mixin private ServerOption server = new ServerOption();

  ServerOption server() {
    return server;
  }

  @Override
  Optional<RunClient> open() {
    return server.isGiven() ? Optional.of(new RemoteRunClient(server.client())) : super.open();
  }
}
