package dev.pawl.server.keys;

/// The keys of a server do not fit its store. The message says which, and what to do.
public final class UnusableKeys extends RuntimeException {

  private static final long serialVersionUID = 1;

  private UnusableKeys(String message) {
    super(message, null, false, false);
  }

  public static UnusableKeys missing(KeyRows.StoredKey key) {
    return new UnusableKeys(
        "the store uses the key '%s' (from %s), which the key file lacks. Copy the file `key` from the data directory of another server of this store, or from a backup. If the key is lost, see `pawl key forget --help`."
            .formatted(key.id(), key.from()));
  }

  static UnusableKeys late(KeyRing.Key key) {
    return new UnusableKeys(
        "the key '%s' is used from %s, which is past or less than %d minutes away, and the other servers of this store do not know it yet. Remove its line from the key file, and make another with `pawl key add`."
            .formatted(key.id(), key.from(), KeyRows.NOTICE.toMinutes()));
  }
}
