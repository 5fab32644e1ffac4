package dev.pawl.agent.workspace;

import dev.pawl.agent.isolation.JobSlot;
import dev.pawl.agent.process.SystemVIpc;
import dev.pawl.agent.supervision.ProcessReaper;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/// The remains that the user of a slot has left outside of the job's workspace: processes, files
/// where everybody may write, and memory, semaphores and queues for communication between
/// processes.
final class UserRemains {

  private static final List<Path> PLACES =
      List.of(Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/dev/shm"), Path.of("/dev/mqueue"));

  /// Removes all of it, if the user is the slot's alone.
  static void removeFrom(JobSlot slot) {
    if (!slot.isApart() || slot.user().isEmpty()) {
      return;
    }
    int uid = slot.user().get().uid();
    ProcessReaper.sweepUser(slot.user().get());
    for (Path place : PLACES) {
      delete(place, uid);
    }
    SystemVIpc.removeAllOf(uid);
  }

  private static void delete(Path place, int uid) {
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(place, entry -> isOf(entry, uid))) {
      entries.forEach(DirectoryDeletion::delete);
    } catch (IOException | DirectoryIteratorException _) {
      // The place does not exist.
    }
  }

  private static boolean isOf(Path entry, int uid) {
    try {
      return Files.getAttribute(entry, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(uid);
    } catch (IOException _) {
      return false; // it is gone
    }
  }

  private UserRemains() {}
}
