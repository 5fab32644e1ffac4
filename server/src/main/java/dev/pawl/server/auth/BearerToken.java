package dev.pawl.server.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Text of a token, `pawl_agent_ID_SECRET`. The prefix lets secret scanners find one that was
/// leaked; the id identifies it where the secret must not be shown.
///
/// @param id identifies its [StoredToken]
public record BearerToken(TokenKind kind, String id, String text) {

  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int ID = 12;
  private static final int SECRET = 40; // 200 bits and more
  private static final Pattern SHAPE =
      Pattern.compile("pawl_(agent|user|enrolment)_([a-z0-9]{12})_[a-z0-9]{40}");

  private static final SecureRandom RANDOM = new SecureRandom();

  /// A new token, with a random secret.
  public static BearerToken generate(TokenKind kind) {
    String id = random(ID);
    return new BearerToken(kind, id, "pawl_%s_%s_%s".formatted(word(kind), id, random(SECRET)));
  }

  /// Parses a token; none if the text cannot be one.
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

  /// A secret without an id, for a cookie.
  static String randomSecret() {
    return random(SECRET);
  }

  /// The hash that is stored.
  public String hash() {
    return hash(text);
  }

  /// The hash of a secret, which is long and random, so that a fast hash is enough.
  static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /// Whether it has that hash, compared in constant time.
  public boolean hasHash(String other) {
    return MessageDigest.isEqual(
        hash().getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }

  /// Shows nothing of the secret, also in logs.
  @Override
  public String toString() {
    return "TokenText[%s]".formatted(id);
  }
}
