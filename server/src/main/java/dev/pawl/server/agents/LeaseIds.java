package dev.pawl.server.agents;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.OptionalInt;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Lease ids: unguessable, not stored, and yet the same each time, because each is an HMAC of the
/// lease that it identifies. Thread-safe.
public final class LeaseIds {

  private static final String ALGORITHM = "HmacSHA256";

  /// Has its key already: every message needs an id, and to set the key costs as much as two of
  /// them. Only ever cloned.
  private final Mac keyed;

  public LeaseIds(byte[] key) {
    try {
      keyed = Mac.getInstance(ALGORITHM);
      keyed.init(new SecretKeySpec(key, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public String of(RunId run, LeaseRef lease) {
    String meaning =
        run + "/" + lease.attempt().job() + "/" + lease.attempt().attempt() + "/" + lease.number();
    try {
      byte[] id = ((Mac) keyed.clone()).doFinal(meaning.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
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
