package dev.pawl.agent.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// One process at a time has a spool. The kernel lets go of the lock, whatever the process dies of;
/// its id is in the file for whoever comes second. The file stays: another name for the same lock
/// would be another lock.
final class SpoolLock implements AutoCloseable {

  private static final int MOST_DIGITS = 20;

  private final FileChannel channel;

  private SpoolLock(FileChannel channel) {
    this.channel = channel;
  }

  static SpoolLock take(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PrivateFiles.FILE);
    try {
      if (!isLocked(channel)) {
        throw new IOException(
            "%s is in use by another agent%s: one at a time"
                .formatted(file.getParent(), whose(file)));
      }
      sign(channel);
      return new SpoolLock(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException _) {
      return false; // this very process has it
    }
  }

  private static void sign(FileChannel channel) {
    String pid = Long.toString(ProcessHandle.current().pid());
    try {
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
    } catch (IOException _) {
      // A disk that is full is no reason not to start.
    }
  }

  private static String whose(Path file) {
    try {
      byte[] pid = Files.readAllBytes(file);
      String text = new String(pid, StandardCharsets.US_ASCII).strip();
      boolean isNumber = text.length() <= MOST_DIGITS && text.matches("[0-9]+");
      return isNumber ? ", process " + text : "";
    } catch (IOException _) {
      return "";
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
