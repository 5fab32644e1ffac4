package dev.pawl.agent.mask;

import dev.pawl.agent.logs.ByteSink;
import dev.pawl.core.mask.PatternAutomaton;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Replaces secrets by three asterisks, in a stream that arrives in pieces.
///
/// The last bytes are held back while they may be the beginning of a secret. All bytes of all
/// secrets are masked, also where secrets overlap. Owned by one thread.
public final class MaskedStream implements ByteSink {

  static final String STARS = "***";

  /// This much of a secret may be shown during a pause, so that the end of a prompt is not held
  /// back.
  private static final int HARMLESS = 3;

  /// While bytes are held back, so many are searched at a time.
  private static final int PIECE = 1024;

  private final SecretMasks masks;
  private final ByteSink sink;
  private PatternAutomaton automaton;
  private int node = PatternAutomaton.ROOT;
  private byte[] held = {};
  private boolean[] heldMasked = {};
  private boolean isInMask;

  MaskedStream(SecretMasks masks, ByteSink sink) {
    this.masks = masks;
    this.sink = sink;
    this.automaton = masks.automaton();
  }

  @Override
  public void take(byte[] bytes, int length) throws InterruptedException {
    useNewestMasks();
    if (automaton.isEmpty()) {
      sink.take(bytes, length);
      return;
    }
    int from = 0;
    while (from < length && isHolding()) {
      int to = Math.min(length, from + Math.max(PIECE, held.length));
      search(bytes, from, to);
      from = to;
    }
    if (from < length) {
      int secret = passUntilSecret(bytes, from, length);
      if (secret < length) {
        search(bytes, secret, length);
      }
    }
  }

  /// Passes on bytes as long as they cannot belong to a secret, which is nearly always all of them.
  /// Returns from where they have to be searched. Nothing may be held back before.
  private int passUntilSecret(byte[] bytes, int from, int length) throws InterruptedException {
    int at = from;
    int begin = from;
    int nodeAtBegin = node;
    while (at < length) {
      if (node == PatternAutomaton.ROOT) {
        at = automaton.skip(bytes, at, length);
        begin = at;
        nodeAtBegin = PatternAutomaton.ROOT;
      }
      if (at < length) {
        node = automaton.next(node, bytes[at++]);
        if (automaton.longest(node) > 0) {
          node = nodeAtBegin;
          pass(bytes, from, begin);
          return begin;
        }
      }
    }
    int end = Math.max(from, length - automaton.open(node));
    pass(bytes, from, end);
    held = Arrays.copyOfRange(bytes, end, length);
    heldMasked = new boolean[held.length];
    return length;
  }

  private void pass(byte[] bytes, int from, int to) throws InterruptedException {
    if (from < to) {
      isInMask = false;
      sink.take(from == 0 ? bytes : Arrays.copyOfRange(bytes, from, to), to - from);
    }
  }

  private void search(byte[] bytes, int from, int to) throws InterruptedException {
    byte[] all = Arrays.copyOf(held, held.length + to - from);
    System.arraycopy(bytes, from, all, held.length, to - from);
    int[] found = new int[all.length];
    for (int at = held.length; at < all.length; at++) {
      node = automaton.next(node, all[at]);
      found[at] = automaton.longest(node);
    }
    release(all, covered(found), Math.max(0, all.length - automaton.open(node)));
  }

  /// Whether bytes are held back.
  public boolean isHolding() {
    return held.length > 0;
  }

  /// Releases the bytes that are held back after a pause of the output, unless that would show too
  /// much of a secret, together with what an earlier pause has shown.
  public void pause() throws InterruptedException {
    if (automaton.open(node) <= HARMLESS) {
      release(held, heldMasked, held.length);
    }
  }

  /// Ends the stream.
  public void end() throws InterruptedException {
    release(held, heldMasked, held.length);
    node = PatternAutomaton.ROOT;
  }

  /// A new mask counts from the next byte on. The bytes that are held back are searched again,
  /// because they may be the beginning of another secret now.
  private void useNewestMasks() {
    PatternAutomaton newest = masks.automaton();
    if (newest != automaton) {
      automaton = newest;
      node = PatternAutomaton.ROOT;
      for (byte value : held) {
        node = automaton.next(node, value);
      }
    }
  }

  /// The bytes that belong to a secret, by the lengths of the secrets that end at each byte.
  private boolean[] covered(int[] found) {
    boolean[] masked = Arrays.copyOf(heldMasked, found.length);
    int left = 0;
    for (int at = found.length - 1; at >= 0; at--) {
      left = Math.max(left - 1, found[at]);
      masked[at] = masked[at] || left > 0;
    }
    return masked;
  }

  /// Releases the bytes before `end`, and holds back the others.
  private void release(byte[] all, boolean[] masked, int end) throws InterruptedException {
    var out = new ByteArrayOutputStream(end);
    for (int from = 0, to = 0; from < end; from = to) {
      while (to < end && masked[to] == masked[from]) {
        to++;
      }
      if (!masked[from]) {
        out.write(all, from, to - from);
      } else if (!isInMask) {
        out.writeBytes(STARS.getBytes(StandardCharsets.US_ASCII));
      }
      isInMask = masked[from];
    }
    held = Arrays.copyOfRange(all, end, all.length);
    heldMasked = Arrays.copyOfRange(masked, end, masked.length);
    if (out.size() > 0) {
      sink.take(out.toByteArray(), out.size());
    }
  }
}
