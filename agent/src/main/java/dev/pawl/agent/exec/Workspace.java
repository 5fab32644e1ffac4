package dev.pawl.agent.exec;

import dev.pawl.agent.checkout.Tree;
import dev.pawl.protocol.FromServer.JobDispatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// Where jobs run. Each job has a directory of its own for its scripts, which is gone when the job
/// is.
///
/// @param scratch where the jobs' own directories are made
/// @param environment what every job starts with
public record Workspace(
    Tree tree,
    Path scratch,
    Summaries summaries,
    Map<String, String> environment,
    Ward ward,
    AtomicLong jobs) {

  public Workspace(
      Tree tree, Path scratch, Summaries summaries, Map<String, String> environment, Ward ward) {
    this(tree, scratch, summaries, environment, ward, new AtomicLong());
  }

  /// Makes a job's place.
  Place open(JobDispatch dispatch) throws IOException, InterruptedException {
    long job = jobs.incrementAndGet();
    Path scripts = Files.createDirectories(scratch.resolve(Long.toString(job)));
    StepOutput.make(scripts, dispatch.job().steps().size());
    Path directory =
        switch (tree) {
          case Tree.Shared(Path repository) -> repository;
          case Tree.Fresh _ -> Files.createDirectory(scripts.resolve("work"));
        };
    Files.createDirectory(scripts.resolve("temp"));
    Files.createDirectories(tools());
    Map<String, String> env = new HashMap<>(environment);
    if (tree instanceof Tree.Fresh) {
      // It lies in the repository that the run is about, which is not what its git should find.
      env.put("GIT_CEILING_DIRECTORIES", scripts.toString());
    }
    env.put("CI", "true");
    env.put("PAWL", "true");
    env.put("PAWL_RUN_ID", dispatch.runId());
    env.put("PAWL_JOB", dispatch.jobId());
    env.put("PAWL_ATTEMPT", Integer.toString(dispatch.attempt()));
    env.put("PAWL_WORKSPACE", directory.toString());
    return new Place(
        tree,
        directory,
        scripts,
        env,
        ward,
        tools(),
        ward.variable(job),
        ward.jobMarker(job),
        new ArrayList<>());
  }

  /// What jobs install for one another.
  private Path tools() {
    return scratch.resolve("tools");
  }

  /// One job's place. Closing it ends whatever the job has left behind, processes and files.
  ///
  /// @param markers what its processes carry, whatever the job's own environment says
  /// @param marker the one of them that is the job's
  /// @param sessions of steps that are over and have left somebody behind
  record Place(
      Tree tree,
      Path directory,
      Path scripts,
      Map<String, String> environment,
      Ward ward,
      Path tools,
      String markers,
      String marker,
      List<Long> sessions)
      implements AutoCloseable {

    /// Where the job's processes may put what is gone after it.
    Path temp() {
      return scripts.resolve("temp");
    }

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
    try {
      Files.walkFileTree(tree, new Deletion());
    } catch (IOException _) {
      // Left for the next start, which tries again.
    }
  }
}
