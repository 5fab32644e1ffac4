package dev.pawl.server.store.journal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The hashes of journal entries. Each covers the one before, so a changed entry breaks the chain
/// there.
final class HashChain {

  /// Takes the place of the hash before an aggregate's first entry.
  static final String START = "";

  static String next(String before, JournalEntry entry) {
    MessageDigest digest = digest();
    add(digest, before);
    add(digest, entry.aggregate().kindName());
    add(digest, entry.aggregate().key());
    add(digest, Long.toString(entry.seq()));
    add(digest, entry.commitId());
    add(digest, entry.at());
    add(digest, entry.transitions());
    add(digest, Integer.toString(entry.decisions()));
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(MessageDigest digest, String part) {
    digest.update(part.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  private HashChain() {}
}
