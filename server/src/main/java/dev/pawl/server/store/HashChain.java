package dev.pawl.server.store;

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
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part :
          new String[] {
            before,
            entry.aggregate().kind(),
            entry.aggregate().key(),
            Long.toString(entry.seq()),
            entry.commitId(),
            entry.at(),
            entry.transitions()
          }) {
        digest.update(part.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private HashChain() {}
}
