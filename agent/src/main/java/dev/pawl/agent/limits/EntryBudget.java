package dev.pawl.agent.limits;

/// The space that is left for entries of one kind, by their number and their bytes. An entry that
/// replaces another one gives back the space of that one.
public final class EntryBudget {

  private final int maxCount;
  private final long maxBytes;
  private int count;
  private long bytes;

  public EntryBudget(int maxCount, long maxBytes) {
    this.maxCount = maxCount;
    this.maxBytes = maxBytes;
  }

  /// Reserves the space for one more entry, if there is enough.
  public boolean add(long size) {
    if (count >= maxCount || size > maxBytes - bytes) {
      return false;
    }
    count++;
    bytes += size;
    return true;
  }

  /// Reserves the space for an entry in place of another one, if there is enough.
  public boolean replace(long before, long size) {
    if (size - before > maxBytes - bytes) {
      return false;
    }
    bytes += size - before;
    return true;
  }
}
