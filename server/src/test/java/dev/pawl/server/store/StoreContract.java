package dev.pawl.server.store;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.SampleCommits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// The contract of every store. Each store has a subclass.
public abstract class StoreContract
    implements CommitContract,
        ConflictContract,
        HistoryContract,
        OutboxContract,
        QueueContract,
        ReplayContract {

  /// Opens the store with what was committed before. The owner [DrivenRun#OWNER] is registered.
  public abstract Store open();

  /// Replays the journal of an aggregate from its initial state.
  @Override
  public abstract Aggregate replayed(Aggregate beginning);

  private Store store;

  @BeforeEach
  void openStore() {
    store = open();
    SampleCommits.register(store, SampleCommits.AGENT, 1000, "linux", "x64");
  }

  @AfterEach
  void closeStore() {
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
