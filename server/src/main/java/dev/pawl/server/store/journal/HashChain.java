package dev.pawl.server.store.journal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Each journal entry's hash covers the one before: whoever changes an entry breaks the chain
/// there.
final class HashChain {

  /// What an aggregate's first entry is chained to.
  static final String START = "";

  static String next(String before, JournalEntry entry) {
    MessageDigest digest = digest();
    add(digest, before);
    add(digest, entry.aggregate().kind());
    add(digest, entry.aggregate().key());
    add(digest, Long.toString(entry.seq()));
    add(digest, entry.commitId());
    add(digest, entry.at());
    add(digest, entry.transitions());
    if (entry.decisions() > 1) { // an entry was always one, once
      add(digest, Integer.toString(entry.decisions()));
    }
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
