package dev.pawl.server.agents;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.keys.KeyRing;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.OptionalInt;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Lease ids: unguessable, not stored, and yet the same each time, because each is an HMAC of the
/// lease that it identifies. Its key is the one that was used when the run was created, which the
/// run's id says: all leases of a run have the same key, at every server. Thread-safe.
public final class LeaseIds {

  private static final String ALGORITHM = "HmacSHA256";

  /// Digits of a run's id that say when it was created, in milliseconds.
  private static final int TIME_DIGITS = 12;

  /// One key, and the time from which it is used.
  ///
  /// @param mac has its key already: every message needs an id, and to set the key costs as much as
  ///   two of them. Only ever cloned
  private record Keyed(long from, Mac mac) {}

  /// An id that was made already.
  private record Made(RunId run, LeaseRef lease, String id) {}

  /// How many ids are remembered: every message under a lease needs the same id again.
  private static final int REMEMBERED = 1_024;

  /// Oldest first.
  private final List<Keyed> keys;

  /// Ids by the hash of their leases; another lease with the same hash takes the place. Threads
  /// that write at the same time at worst make an id again.
  private final @Nullable Made[] made = new Made[REMEMBERED];

  /// The ids of a process that has one key.
  public LeaseIds(byte[] key) {
    this.keys = List.of(new Keyed(0, mac(key)));
  }

  public LeaseIds(KeyRing ring) {
    this.keys =
        ring.keys().stream()
            .map(key -> new Keyed(key.from().toEpochMilli(), mac(key.bytes())))
            .toList();
  }

  private static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public String of(RunId run, LeaseRef lease) {
    int place = Math.floorMod(31 * run.hashCode() + lease.hashCode(), REMEMBERED);
    @Nullable Made known = made[place];
    if (known == null || !known.lease().equals(lease) || !known.run().equals(run)) {
      known = new Made(run, lease, make(run, lease));
      made[place] = known;
    }
    return known.id();
  }

  private String make(RunId run, LeaseRef lease) {
    String meaning =
        run + "/" + lease.attempt().job() + "/" + lease.attempt().attempt() + "/" + lease.number();
    try {
      byte[] id =
          ((Mac) keyOf(run).mac().clone()).doFinal(meaning.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Keyed keyOf(RunId run) {
    Keyed found = keys.getFirst();
    if (keys.size() > 1) {
      long created = created(run.value());
      for (Keyed key : keys) {
        if (key.from() <= created) {
          found = key;
        }
      }
    }
    return found;
  }

  /// When a run was created; 0 for an id that does not say so.
  private static long created(String id) {
    try {
      return id.length() < TIME_DIGITS ? 0 : Long.parseLong(id, 0, TIME_DIGITS, 16);
    } catch (NumberFormatException _) {
      return 0;
    }
  }

  /// The number of the lease, of those up to `newest`, that has the id.
  OptionalInt number(RunId run, LeaseRef newest, String id) {
    byte[] given = id.getBytes(StandardCharsets.UTF_8);
    for (int number = newest.number(); number > 0; number--) {
      String rendered = of(run, new LeaseRef(newest.attempt(), number));
      if (MessageDigest.isEqual(rendered.getBytes(StandardCharsets.UTF_8), given)) {
        return OptionalInt.of(number);
      }
    }
    return OptionalInt.empty();
  }
}
