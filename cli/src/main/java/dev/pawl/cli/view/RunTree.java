package dev.pawl.cli.view;

import dev.pawl.cli.progress.JobSnapshot;
import dev.pawl.cli.progress.RunHeader;
import dev.pawl.cli.progress.RunProgress;
import dev.pawl.cli.progress.StepProgress;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.cli.progress.WaitSummary.Wait;
import dev.pawl.server.doctor.ShellWord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jline.terminal.Size;

/// The picture of a run: a line for the run, one for each job, as many as fit.
///
/// @param frame the number of the picture, for the spinner
record RunTree(Palette palette, RunOutput output, Size size, int frame) {

  private static final String SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
  private static final int LEAST_NAME = 6;
  private static final int WIDEST_NAME = 60;
  private static final int SPAN = 9;

  /// The width of the longest state but `failed, tolerated`, which narrow terminals cut.
  private static final int NARROW_STATE = "cancelling".length();

  List<String> lines(RunProgress run, WaitSummary waits, List<String> footer, Instant now) {
    List<JobSnapshot> jobs = run.jobs();
    List<String> lines = new ArrayList<>(List.of(header(run, waits, now)));
    List<JobSnapshot> shown = shown(jobs, FramePainter.mostLines(size) - 1 - footer.size());
    int name = width(shown, JobSnapshot::displayName);
    int state =
        Math.min(
            width(shown, job -> Palette.words(job.shownState())),
            Math.max(NARROW_STATE, size.getColumns() / 6));
    int widest = Math.clamp(size.getColumns() * 2L / 5, LEAST_NAME, WIDEST_NAME);
    for (JobSnapshot job : shown) {
      lines.add(
          "  %s %s  %s %s%s"
              .formatted(
                  palette.paint(job.shownState(), sign(job)),
                  TextWidth.fit(job.displayName(), Math.min(name, widest)),
                  palette.paint(
                      job.shownState(), TextWidth.fit(Palette.words(job.shownState()), state)),
                  TextWidth.fit(run.span(job, now).map(DurationFormat::text).orElse(""), SPAN),
                  palette.faint(detail(run.run(), job, waits, now))));
    }
    if (shown.size() < jobs.size()) {
      lines.add(palette.faint("  … and " + (jobs.size() - shown.size()) + " more jobs"));
    }
    if (run.run().state().equals("held")) {
      lines.add(palette.faint(PlainView.approval(run.run(), Optional.empty())));
    }
    lines.addAll(footer);
    return lines;
  }

  private static int width(List<JobSnapshot> jobs, Function<JobSnapshot, String> column) {
    return jobs.stream().mapToInt(job -> TextWidth.of(column.apply(job))).max().orElse(0);
  }

  private String header(RunProgress progress, WaitSummary waits, Instant now) {
    RunHeader run = progress.run();
    String attempt = run.attempt() == 1 ? "" : " attempt " + run.attempt();
    String file = run.file().equals(run.workflow()) ? "" : " " + run.file();
    String done =
        progress.size() == 0 ? "" : "  %d of %d jobs".formatted(progress.done(), progress.size());
    String why =
        waits.run().filter(_ -> run.isWaiting()).map(wait -> "  " + text(wait, now)).orElse("");
    String number = " #%d%s".formatted(run.number(), attempt);
    String state = "  " + Palette.words(run.state());
    String progressed = done + "  " + DurationFormat.text(run.elapsed(now));
    // The workflow's name and file give way to what changes.
    int room = size.getColumns() - 1 - TextWidth.of(number + state + progressed);
    String name = TextWidth.cut(run.workflow(), Math.max(LEAST_NAME, room));
    String place = TextWidth.of(name + file) <= room ? file : "";
    return palette.bold(name)
        + palette.faint(number + place)
        + palette.paint(run.state(), state)
        + palette.faint(progressed + why);
  }

  /// All jobs if they fit; otherwise running and failed jobs first. Their order stays.
  private static List<JobSnapshot> shown(List<JobSnapshot> jobs, int most) {
    if (jobs.size() <= most) {
      return jobs;
    }
    Set<Integer> chosen =
        jobs.stream()
            .sorted(Comparator.comparingInt(RunTree::rank))
            .limit(Math.max(0, most - 1))
            .map(JobSnapshot::index)
            .collect(Collectors.toSet());
    return jobs.stream().filter(job -> chosen.contains(job.index())).toList();
  }

  private static int rank(JobSnapshot job) {
    return switch (job.shownState()) {
      case "running", "starting", "leased", "uploading", "recovering", "cancelling" -> 0;
      case "held" -> 1;
      case "failed", "timed_out", "lost" -> 2;
      case "queued", "waiting" -> 3;
      case JobSnapshot.TOLERATED -> 4;
      default -> 5;
    };
  }

  private String sign(JobSnapshot job) {
    return rank(job) == 0
        ? String.valueOf(SPINNER.charAt(frame % SPINNER.length()))
        : palette.sign(job.shownState());
  }

  /// The running step with its last line of output, or why the job waits or ended.
  private String detail(RunHeader run, JobSnapshot job, WaitSummary waits, Instant now) {
    Optional<StepProgress> step = job.currentStep();
    if (step.isPresent()) {
      String last = output.lastLine(run, job, step.get().index());
      String name = step.get().name();
      String counted =
          step.get().isHook()
              ? name
              : "%d/%d %s".formatted(step.get().index() + 1, job.stepCount(), name);
      int most = Math.max(LEAST_NAME, size.getColumns() / 4);
      return last.isEmpty() ? counted : TextWidth.cut(counted, most) + " │ " + last;
    }
    String why =
        Optional.ofNullable(waits.jobs().get(job.index()))
            .filter(_ -> job.isWaiting())
            .map(wait -> text(wait, now))
            .orElse(job.message());
    return job.isHeld()
        ? "%s: pawl approve %d %s".formatted(why, run.number(), ShellWord.of(job.id()))
        : why;
  }

  private static String text(Wait wait, Instant now) {
    return wait.until()
        .filter(now::isBefore)
        .map(until -> DurationFormat.text(Duration.between(now, until)))
        .map(left ->
            wait.message().startsWith("retry")
                ? "%s in %s".formatted(wait.message(), left)
                : "%s, %s left".formatted(wait.message(), left))
        .orElse(wait.message());
  }
}
