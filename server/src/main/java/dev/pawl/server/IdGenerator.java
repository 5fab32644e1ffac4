package dev.pawl.server;

import dev.pawl.core.identity.RunId;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HexFormat;

/// Generates ids: 48 bits of time, so that they sort by it, and 80 random bits.
public final class IdGenerator {

  private static final int TIME_BYTES = 6;
  private static final int RANDOM_BYTES = 10;

  private final SecureRandom random = new SecureRandom();
  private final InstantSource clock;

  public IdGenerator(InstantSource clock) {
    this.clock = clock;
  }

  public RunId run() {
    return new RunId(next());
  }

  public String next() {
    byte[] chance = new byte[RANDOM_BYTES];
    random.nextBytes(chance);
    var hex = HexFormat.of();
    return hex.toHexDigits(clock.millis(), TIME_BYTES * 2) + hex.formatHex(chance);
  }

  public byte[] key() {
    byte[] key = new byte[32];
    random.nextBytes(key);
    return key;
  }
}
