package dev.pawl.server.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// What somebody shows to be let in: `pawl_agent_ID_SECRET`. The prefix lets scanners find one that
/// was left lying about; the id says which it is, also where the secret must not be seen.
///
/// @param id under which it is known
public record BearerToken(TokenKind kind, String id, String text) {

  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int ID = 12;
  private static final int SECRET = 40; // 200 bits and more
  private static final Pattern SHAPE =
      Pattern.compile("pawl_(agent|admin|enrolment)_([a-z0-9]{12})_[a-z0-9]{40}");

  private static final SecureRandom RANDOM = new SecureRandom();

  /// A new one, which nobody can guess.
  public static BearerToken generate(TokenKind kind) {
    String id = random(ID);
    return new BearerToken(kind, id, "pawl_%s_%s_%s".formatted(word(kind), id, random(SECRET)));
  }

  /// The token that a text is; none if it cannot be one.
  public static Optional<BearerToken> parse(String text) {
    var shape = SHAPE.matcher(text);
    return shape.matches()
        ? Optional.of(
            new BearerToken(
                TokenKind.valueOf(shape.group(1).toUpperCase(Locale.ROOT)), shape.group(2), text))
        : Optional.empty();
  }

  private static String word(TokenKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static String random(int length) {
    var text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }

  /// What is kept of it. Its secret is long and random, so that a fast hash is enough.
  public String hash() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /// Whether that is its hash, in a time that tells nothing.
  public boolean hasHash(String other) {
    return MessageDigest.isEqual(
        hash().getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }

  /// Nothing of a secret is ever printed.
  @Override
  public String toString() {
    return "TokenText[%s]".formatted(id);
  }
}
