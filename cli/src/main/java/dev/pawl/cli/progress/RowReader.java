package dev.pawl.cli.progress;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Turns the rows of a run, read again and again, into updates for views. Used by one thread.
public final class RowReader {

  /// The rows of a run, as a store or a server has them now.
  public interface RowSource {

    /// The run, or its latest automatic retry; empty if it does not exist any more.
    Optional<RunRow> run();

    List<AttemptRow> attempts(RunId run);

    List<StepRow> steps(RunId run);

    /// The transitions of its journal after that sequence number.
    List<TransitionRow> transitions(RunId run, long after);
  }

  /// `build/1` is an attempt, `build/1/3` its fourth step. Ids of jobs may have slashes.
  private static final Pattern ATTEMPT = Pattern.compile("(.+)/(\\d+)");

  private static final Pattern STEP = Pattern.compile("(.+)/(\\d+)/(\\d+)");

  private final RowSource rows;
  private final Map<Integer, JobSnapshot> seen = new HashMap<>();
  private RunId run = new RunId("");
  private long seq;
  private boolean isRunWaiting;

  public RowReader(RowSource rows) {
    this.rows = rows;
  }

  /// Reads the rows, and returns what has changed since the last time; empty if the run is gone.
  /// The run is read first: if it has ended, everything that is read afterwards is final.
  public Optional<ProgressUpdate> read() {
    return rows.run().map(this::read);
  }

  /// Whether the run or one of its jobs waited when they were read.
  public boolean isWaiting() {
    return isRunWaiting || seen.values().stream().anyMatch(JobSnapshot::isWaiting);
  }

  private ProgressUpdate read(RunRow row) {
    if (!row.id().equals(run)) {
      run = row.id();
      seq = 0;
      seen.clear();
    }
    List<TransitionRow> lines = rows.transitions(run, seq);
    List<JobSnapshot> jobs = jobs();
    List<JobSnapshot> changed =
        jobs.stream().filter(job -> !job.equals(seen.put(job.index(), job))).toList();
    seq = lines.isEmpty() ? seq : lines.getLast().seq();
    RunHeader header = RunHeader.of(row);
    isRunWaiting = header.isWaiting();
    return new ProgressUpdate(header, changed, events(lines, jobs));
  }

  /// The jobs by index, each with its latest attempt.
  private List<JobSnapshot> jobs() {
    Map<AttemptRef, List<StepRow>> steps =
        rows.steps(run).stream()
            .collect(Collectors.groupingBy(step -> new AttemptRef(step.job(), step.attempt())));
    List<JobSnapshot> jobs = new ArrayList<>();
    for (AttemptRow row : rows.attempts(run)) {
      var ref = new AttemptRef(row.job(), row.attempt());
      JobSnapshot job = JobSnapshot.of(row, steps.getOrDefault(ref, List.of()));
      if (row.attempt() > 1) {
        jobs.removeLast();
      }
      jobs.add(job);
    }
    return jobs;
  }

  private static List<ProgressEvent> events(List<TransitionRow> lines, List<JobSnapshot> jobs) {
    Map<String, Integer> indices = new HashMap<>();
    jobs.forEach(job -> indices.put(job.id(), job.index()));
    List<ProgressEvent> events = new ArrayList<>();
    for (TransitionRow line : lines) {
      event(line, indices).ifPresent(events::add);
    }
    return events;
  }

  private static Optional<ProgressEvent> event(TransitionRow line, Map<String, Integer> jobs) {
    boolean isStep = line.machine().equals("step");
    Matcher entity = (isStep ? STEP : ATTEMPT).matcher(PrintableText.line(line.entity()));
    boolean isShown = line.machine().equals("attempt") || (isStep && line.event().equals("START"));
    if (!isShown || !entity.matches() || !jobs.containsKey(entity.group(1))) {
      return Optional.empty();
    }
    var ref = new AttemptRef(jobs.get(entity.group(1)), Integer.parseInt(entity.group(2)));
    return Optional.of(
        isStep
            ? new ProgressEvent.StepStart(ref, Integer.parseInt(entity.group(3)), line.at())
            : new ProgressEvent.JobTransition(
                ref,
                AttemptEvent.valueOf(line.event()),
                Machine.ofWireName(AttemptState.class, line.to()),
                Reason.of(Machine.ofWireName(ReasonCode.class, line.reason()), line.message()),
                line.at()));
  }
}
