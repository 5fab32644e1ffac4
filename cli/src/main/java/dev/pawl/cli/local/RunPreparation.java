package dev.pawl.cli.local;

import dev.pawl.agent.process.ProcessLauncher;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.time.InstantSource;
import java.util.Set;

/// Loads in a thread of its own what every local run needs, while the command line and the workflow
/// are still being read. What fails here fails again where it is needed, with a message.
public final class RunPreparation {

  private static final Set<String> COMMANDS = Set.of("run", "rerun", "resume", "retry");

  /// Starts the preparation, if the arguments are those of a command that runs jobs here.
  public static void begin(String... args) {
    if (args.length > 0 && COMMANDS.contains(args[0])) {
      Thread.ofPlatform().daemon().name("preparing").start(RunPreparation::load);
    }
  }

  private static void load() {
    try {
      SqliteStore.loadDriver();
    } catch (StoreUnavailable _) {
      return;
    }
    var _ = new LeaseIds(new IdGenerator(InstantSource.system()).key());
    var _ = ProcessLauncher.best();
  }

  private RunPreparation() {}
}
