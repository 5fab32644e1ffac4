package dev.pawl.server.store;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.SampleCommits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// What every store promises. Another store is another subclass.
public abstract class StoreContract
    implements CommitContract,
        ConflictContract,
        HistoryContract,
        OutboxContract,
        QueueContract,
        ReplayContract {

  /// Opens the store; what was committed before is there. It knows the owner [DrivenRun#OWNER].
  public abstract Store open();

  /// What the journal makes of an aggregate that began so.
  @Override
  public abstract Aggregate replayed(Aggregate beginning);

  private Store store;

  @BeforeEach
  void aStore() {
    store = open();
    SampleCommits.register(store, SampleCommits.AGENT, 1000, "linux", "x64");
  }

  @AfterEach
  void noStore() {
    store.close();
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public Store reopened() {
    store.close();
    store = open();
    return store;
  }
}
