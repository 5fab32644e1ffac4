package dev.pawl.server.store.sqlite;

import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import java.nio.file.Path;

/// A process that commits runs until it is killed, and prints each acknowledged one.
final class CommitLoopProcess {

  public static void main(String[] args) {
    try (var store = TestSqliteStores.open(Path.of(args[0]))) {
      SampleCommits.register(store, SampleCommits.AGENT, 1000, "linux");
      for (int index = 0; index < 100_000; index++) {
        var run =
            new DrivenRun(store, "run-%06d".formatted(index)).planned(SamplePlans.buildThenTest());
        System.out.println(run.running().failed().id());
        System.out.flush();
      }
    }
  }

  private CommitLoopProcess() {}
}
