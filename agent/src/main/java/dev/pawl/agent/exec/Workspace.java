package dev.pawl.agent.exec;

import dev.pawl.protocol.FromServer.JobDispatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// Where jobs run: the working tree itself, as `pawl run` has it. Each job has a directory of its
/// own for its scripts, beside the tree, which is gone when the job is.
///
/// @param directory the working tree
/// @param scratch where the jobs' own directories are made
/// @param environment what every job starts with
public record Workspace(
    Path directory, Path scratch, Map<String, String> environment, Ward ward, AtomicLong jobs) {

  public Workspace(Path directory, Path scratch, Map<String, String> environment, Ward ward) {
    this(directory, scratch, environment, ward, new AtomicLong());
  }

  /// Makes a job's place.
  Place open(JobDispatch dispatch) throws IOException, InterruptedException {
    long job = jobs.incrementAndGet();
    Path scripts = Files.createDirectories(scratch.resolve(Long.toString(job)));
    StepOutput.make(scripts, dispatch.job().steps().size());
    Map<String, String> env = new HashMap<>(environment);
    env.put("CI", "true");
    env.put("PAWL", "true");
    env.put("PAWL_RUN_ID", dispatch.runId());
    env.put("PAWL_JOB", dispatch.jobId());
    env.put("PAWL_ATTEMPT", Integer.toString(dispatch.attempt()));
    env.put("PAWL_WORKSPACE", directory.toString());
    dispatch.job().env().forEach(env::putAll);
    return new Place(
        directory, scripts, env, ward, ward.variable(job), ward.jobMarker(job), new ArrayList<>());
  }

  /// One job's place. Closing it ends whatever the job has left behind, processes and files.
  ///
  /// @param markers what its processes carry, whatever the job's own environment says
  /// @param marker the one of them that is the job's
  /// @param sessions of steps that are over and have left somebody behind
  record Place(
      Path directory,
      Path scripts,
      Map<String, String> environment,
      Ward ward,
      String markers,
      String marker,
      List<Long> sessions)
      implements AutoCloseable {

    /// A step is over. Who is left in its session may stay for as long as the job.
    void leave(long session) {
      if (Proc.inSession(session).isEmpty()) {
        ward.closed(session);
      } else {
        ward.left(session);
        sessions.add(session);
      }
    }

    @Override
    public void close() {
      for (long session : sessions) {
        Ward.sweepSession(session);
      }
      Ward.sweep(marker);
      delete(scripts);
    }
  }

  /// Deletes a tree, as far as that is possible.
  public static void delete(Path tree) {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException _) {
      // Left for the next start, which tries again.
    }
  }
}
