package dev.pawl.workflow.reader.check;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.NeedReference;
import dev.pawl.workflow.reader.value.IdentifierSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds cycles in the needs of jobs.
///
/// It walks depth-first with a stack of its own, because a chain may be 10,000 jobs long. A need of
/// a job that is still on the path closes a cycle. A short cycle is reported at each need in it, a
/// long one only where it was found. Unknown needs and needs of the same job are reported by
/// [NeedsChecker] and skipped here.
public final class NeedsCycleDetector {

  private static final int MAX_NAMED = 10;

  private enum Mark {
    NEW,
    ON_PATH,
    DONE
  }

  private record Visit(JobDefinition job, Iterator<NeedReference> needs) {}

  private final DiagnosticCollector findings;
  private final Map<String, JobDefinition> jobs = new TreeMap<>(IdentifierSet.ORDER);
  private final Map<String, Mark> marks = new TreeMap<>(IdentifierSet.ORDER);
  private final Deque<Visit> path = new ArrayDeque<>();

  private NeedsCycleDetector(DiagnosticCollector findings) {
    this.findings = findings;
  }

  public static void check(List<JobDefinition> jobs, DiagnosticCollector findings) {
    NeedsCycleDetector cycles = new NeedsCycleDetector(findings);
    jobs.forEach(job -> cycles.jobs.put(job.id(), job));
    jobs.forEach(cycles::walkFrom);
  }

  private void walkFrom(JobDefinition start) {
    if (mark(start) == Mark.NEW) {
      enter(start);
    }
    while (!path.isEmpty() && !findings.isFullOfErrors()) {
      Visit visit = path.getLast();
      if (visit.needs().hasNext()) {
        follow(visit.job(), visit.needs().next());
      } else {
        marks.put(visit.job().id(), Mark.DONE);
        path.removeLast();
      }
    }
  }

  private void follow(JobDefinition job, NeedReference need) {
    JobDefinition needed = jobs.get(need.job());
    if (needed == null || needed.id().equalsIgnoreCase(job.id())) {
      return;
    }
    switch (mark(needed)) {
      case NEW -> enter(needed);
      case ON_PATH -> check(need, needed);
      case DONE -> {}
    }
  }

  private Mark mark(JobDefinition job) {
    return marks.getOrDefault(job.id(), Mark.NEW);
  }

  private void enter(JobDefinition job) {
    marks.put(job.id(), Mark.ON_PATH);
    path.addLast(new Visit(job, job.needs().iterator()));
  }

  private void check(NeedReference need, JobDefinition needed) {
    List<JobDefinition> cycle =
        path.stream()
            .map(Visit::job)
            .dropWhile(job -> !job.id().equalsIgnoreCase(needed.id()))
            .toList();
    List<String> names = cycle.stream().map(JobDefinition::id).toList();
    String shown =
        Stream.concat(shortened(names), Stream.of(names.getFirst()))
            .collect(Collectors.joining(" → "));
    if (cycle.size() <= MAX_NAMED) {
      for (int at = 0; at + 1 < cycle.size(); at++) {
        String next = cycle.get(at + 1).id();
        cycle.get(at).needs().stream()
            .filter(each -> each.job().equalsIgnoreCase(next))
            .forEach(each -> check(each, shown));
      }
    }
    check(need, shown);
  }

  private void check(NeedReference need, String cycle) {
    findings.error(need.position(), "jobs need each other in a cycle: " + cycle);
  }

  private static Stream<String> shortened(List<String> names) {
    return names.size() <= MAX_NAMED
        ? names.stream()
        : Stream.concat(names.stream().limit(MAX_NAMED - 1), Stream.of("…", names.getLast()));
  }
}
