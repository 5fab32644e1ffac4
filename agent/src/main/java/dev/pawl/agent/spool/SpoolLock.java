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

/// The lock that lets only one process use a spool. The kernel releases it when the process ends,
/// in whatever way. The file contains the process id for error messages, and is never deleted: a
/// new file would be another lock.
final class SpoolLock implements AutoCloseable {

  private static final int MAX_PID_DIGITS = 20;

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
            "it is in use by another agent%s. Stop that agent, or use another --workdir."
                .formatted(owner(file)));
      }
      writePid(channel);
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
      return false; // this process holds it
    }
  }

  private static void writePid(FileChannel channel) {
    String pid = Long.toString(ProcessHandle.current().pid());
    try {
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
    } catch (IOException _) {
      // The id is only for messages; a full disk must not prevent the start.
    }
  }

  private static String owner(Path file) {
    try {
      byte[] pid = Files.readAllBytes(file);
      String text = new String(pid, StandardCharsets.US_ASCII).strip();
      boolean isNumber = text.length() <= MAX_PID_DIGITS && text.matches("[0-9]+");
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
