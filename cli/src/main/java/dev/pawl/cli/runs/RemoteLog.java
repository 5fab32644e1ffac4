package dev.pawl.cli.runs;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.client.ServerClient.ByteSlice;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The log of a step on a server.
final class RemoteLog implements StepLog {

  /// A view asks many times a second for what is new; the server is asked less often.
  private static final Duration POLL = Duration.ofMillis(400);

  /// As much as the last line is looked for in.
  private static final int END = 4096;

  private final ServerClient client;
  private final String path;
  private long askedAt = System.nanoTime() - POLL.toNanos();
  private ByteSlice end = new ByteSlice(0, 0, new byte[0]);

  /// @param path of the log, with its query
  RemoteLog(ServerClient client, String path) {
    this.client = client;
    this.path = path;
  }

  @Override
  public byte[] bytes(long offset, int most) {
    if (offset == end.from() && end.bytes().length > 0 && offset + most >= end.size()) {
      return end.bytes();
    }
    askedAt = System.nanoTime();
    return client.bytes(path, "%d-%d".formatted(offset, offset + most - 1)).bytes();
  }

  @Override
  public long size() {
    if (isDue()) {
      askedAt = System.nanoTime();
      end = client.bytes(path, "-" + END);
    }
    return end.size();
  }

  @Override
  public byte[] tail(int lines) {
    return client.bytes("%s&tail=%d".formatted(path, lines), "0-").bytes();
  }

  /// The API does not answer it.
  @Override
  public Optional<Instant> time(long offset) {
    return Optional.empty();
  }

  @Override
  public boolean isDue() {
    return System.nanoTime() - askedAt >= POLL.toNanos();
  }
}
