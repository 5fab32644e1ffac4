package dev.pawl.cli;

import dev.pawl.cli.git.Situation;
import dev.pawl.cli.local.Problems;
import dev.pawl.core.plan.Contexts;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.Sight;
import dev.pawl.core.run.RunId;
import dev.pawl.expression.Value;
import dev.pawl.workflow.Planner;
import dev.pawl.workflow.Reading;
import dev.pawl.workflow.diagnostics.SourceText;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.planning.Circumstances;
import dev.pawl.workflow.planning.Planning;
import dev.pawl.workflow.trigger.GithubContext;
import dev.pawl.workflow.trigger.Inputs;
import dev.pawl.workflow.trigger.Match;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Works out what becomes of workflows: reads them, asks whether they are started, and plans them.
///
/// @param job the only one that is wanted, with what it needs
/// @param run the run that is to come of it, if one is
record Prospects(
    Situation situation, EventOptions events, Optional<String> job, Optional<RunId> run) {

  /// Of a file that somebody has named.
  Prospect named(Path file) {
    return read(file, this::named);
  }

  /// Of a workflow that somebody wants.
  Prospect named(Reading.Accepted reading) {
    return of(reading, events.occasion(situation, reading.read().on()));
  }

  /// Of all of these files, whichever of them are started.
  List<Prospect> all(List<Path> files, Occasion occasion) {
    return files.stream().map(file -> read(file, reading -> of(reading, occasion))).toList();
  }

  private Prospect read(Path file, Function<Reading.Accepted, Prospect> then) {
    try {
      return switch (Sources.read(file, situation.directory())) {
        case Reading.Accepted accepted -> {
          System.err.print(accepted.diagnostics().render());
          yield then.apply(accepted);
        }
        case Reading.Refused(var diagnostics) ->
            new Prospect.Broken(file.toString(), diagnostics.render());
      };
    } catch (IOException e) {
      return broken(file.toString(), "cannot read %s: %s".formatted(file, Problems.meaning(e)));
    }
  }

  private static Prospect.Broken broken(String file, String problem) {
    return new Prospect.Broken(file, "pawl: " + problem + "\n");
  }

  private Prospect of(Reading.Accepted reading, Occasion occasion) {
    Workflow workflow = reading.read();
    Match match = occasion.match(workflow.on());
    if (!match.matches()) {
      return new Prospect.Idle(workflow, match.reason());
    }
    Sight seen = Sight.of(contexts(workflow, occasion, Inputs.NONE));
    Inputs inputs = occasion.inputs(workflow.on(), seen);
    if (!inputs.problems().isEmpty()) {
      return broken(workflow.file(), String.join("\npawl: ", inputs.problems()));
    }
    Optional<Workflow> wanted =
        job.isEmpty() ? Optional.of(workflow) : JobSelection.of(workflow, job.get());
    return wanted
        .map(part -> planned(part, reading.diagnostics().source(), occasion, inputs, match))
        .orElseGet(
            () -> broken(workflow.file(), JobSelection.unknown(workflow, job.orElseThrow())));
  }

  private Prospect planned(
      Workflow workflow, SourceText source, Occasion occasion, Inputs inputs, Match match) {
    Contexts contexts = contexts(workflow, occasion, inputs);
    return switch (Planner.plan(workflow, new Circumstances(contexts, match.reason()))) {
      case Planning.Planned(Plan plan, var skipped) ->
          new Prospect.Runs(workflow, occasion.event().name(), match.reason(), plan, skipped);
      case Planning.Refused(var errors, int omitted) -> {
        var library = RepositoryLibrary.of(Path.of(workflow.file()), situation.directory());
        var findings = new PlanFindings(source, library);
        yield new Prospect.Broken(workflow.file(), findings.render(errors, omitted));
      }
    };
  }

  private Contexts contexts(Workflow workflow, Occasion occasion, Inputs inputs) {
    Path file = Path.of(workflow.file());
    Value.Dict github = occasion.github(name(workflow), situation.fromRoot(file), inputs);
    Value.Dict ofRun = run.map(id -> GithubContext.ofRun(github, id.value())).orElse(github);
    return new Contexts(ofRun, inputs.values(), events.vars());
  }

  private static String name(Workflow workflow) {
    return workflow.name().isBlank() ? workflow.file() : workflow.name();
  }
}
