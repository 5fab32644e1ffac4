package dev.pawl.server.maintenance;

import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.sqlite.SqliteBackup;
import dev.pawl.server.store.sqlite.SqliteBackup.BackupResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Backups of a live SQLite store, one at a time, in a thread of their own. A request waits for its
/// backup, for as long as a request may; the same request waits on. Thread-safe.
public final class LiveBackup {

  private record Job(Path target, CompletableFuture<BackupResult> result) {}

  private final Duration patience;
  private @Nullable Job current;

  public LiveBackup() {
    this(TimeBudget.REQUEST);
  }

  /// @param patience the longest time that a request waits
  LiveBackup(Duration patience) {
    this.patience = patience;
  }

  /// Copies the store, or waits for the copy that was begun. Empty if it is still at work.
  ///
  /// @throws dev.pawl.server.store.StoreUnavailable if it fails, or another one is at work
  public Optional<BackupResult> copy(Path store, Path target) {
    Job job = begun(store, target);
    try {
      BackupResult result = job.result().get(patience.toMillis(), TimeUnit.MILLISECONDS);
      end(job);
      return Optional.of(result);
    } catch (TimeoutException _) {
      return Optional.empty();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException e) {
      end(job);
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new CompletionException(e.getCause());
    }
  }

  private synchronized Job begun(Path store, Path target) {
    Job known = current;
    if (known != null && known.target().equals(target)) {
      return known;
    }
    if (known != null && !known.result().isDone()) {
      throw new StoreUnavailable(
          "the backup to '%s' is not finished yet. Try again later.".formatted(known.target()));
    }
    var result = new CompletableFuture<BackupResult>();
    var job = new Job(target, result);
    Thread.ofPlatform()
        .daemon()
        .name("backup")
        .start(() -> {
          try {
            result.complete(SqliteBackup.copy(store, target));
          } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
          }
        });
    current = job;
    return job;
  }

  /// Its result is known to somebody: the next request is for a new one.
  private synchronized void end(Job job) {
    if (job.equals(current)) {
      current = null;
    }
  }
}
