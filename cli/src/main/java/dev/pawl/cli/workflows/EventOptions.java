package dev.pawl.cli.workflows;

import dev.pawl.cli.console.WorkingDirectory;
import dev.pawl.cli.git.ChangedFiles;
import dev.pawl.cli.git.RepositoryState;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.expression.value.Value;
import dev.pawl.workflow.model.trigger.WorkflowTriggers;
import dev.pawl.workflow.trigger.ChangedPaths;
import dev.pawl.workflow.trigger.CommitInfo;
import dev.pawl.workflow.trigger.EventPayload;
import dev.pawl.workflow.trigger.LocalEventPayload;
import dev.pawl.workflow.trigger.TriggerEvent;
import dev.pawl.workflow.trigger.TriggerMatcher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options that describe the event that starts a workflow.
public final class EventOptions {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--event",
      paramLabel = "EVENT",
      description = {
        "The event: push, pull_request, …, optionally with a type, as in pull_request.closed. The filters"
            + " of `on` apply."
      })
  private Optional<String> event = Optional.empty();

  @Option(
      names = "--payload",
      paramLabel = "FILE",
      description = "The event's payload, a JSON file. Missing fields are filled in from git.")
  private Optional<Path> payload = Optional.empty();

  @Option(
      names = "--changed",
      paramLabel = "PATH",
      description = {
        "A changed file, relative to the repository's root; may be given several times. Default: the changes"
            + " that git reports. The filters of `on` apply."
      })
  private List<String> changed = List.of();

  @Option(
      names = "--base",
      paramLabel = "BRANCH",
      description =
          "The base branch of a pull request. Default: the remote's default branch, or main or master.")
  private Optional<String> base = Optional.empty();

  @Option(names = "--input", paramLabel = "NAME=VALUE", description = "An input of the workflow.")
  private Map<String, String> inputs = new LinkedHashMap<>();

  @Option(
      names = "--var",
      paramLabel = "NAME=VALUE",
      description = "A variable of the `vars` context.")
  private Map<String, String> vars = new LinkedHashMap<>();

  /// The trigger of a workflow that the user has named. Without `--event` and `--changed` the
  /// filters of its `on` do not apply.
  TriggerContext triggerContext(RepositoryState repository, WorkflowTriggers on) {
    boolean isFiltered = event.isPresent() || !changed.isEmpty();
    return triggerContext(
        repository, named().orElseGet(() -> new EventName(usual(on), "")), isFiltered);
  }

  /// The trigger for all workflows of a project: by default a push.
  public TriggerContext triggerContext(RepositoryState repository) {
    return triggerContext(repository, named().orElse(new EventName(TriggerEvent.PUSH, "")), true);
  }

  Value.Dict vars() {
    SequencedMap<String, Value> values = new LinkedHashMap<>();
    vars.forEach((name, text) -> values.put(name, new Value.Text(text)));
    return new Value.Dict(values);
  }

  private TriggerContext triggerContext(
      RepositoryState repository, EventName named, boolean isFiltered) {
    if (payload.isPresent() && event.isEmpty()) {
      throw usageError("--payload needs --event");
    }
    CommitInfo subject = repository.subject(System.getProperty("user.name"));
    String name = named.event();
    var known = new LocalEventPayload(name, named.type(), subject, base(repository, subject));
    EventPayload whole =
        payload.map(file -> known.overriddenBy(read(file))).orElseGet(known::payload);
    ChangedFiles found =
        isFiltered
            ? changed(repository, name, whole)
            : ChangedFiles.unknown("it was started by hand");
    return new TriggerContext(
        whole.event(name, found.changes()), isFiltered, whole, subject, found.since(), inputs);
  }

  private Optional<EventName> named() {
    return event.map(text -> EventName.of(text, commandLine()));
  }

  /// The default event; with `--changed`, one that changes files.
  private String usual(WorkflowTriggers on) {
    return TriggerMatcher.defaultEvent(
        on,
        changed.isEmpty()
            ? TriggerMatcher.BY_HAND
            : List.of(TriggerEvent.PUSH, TriggerEvent.PULL_REQUEST));
  }

  private String base(RepositoryState repository, CommitInfo subject) {
    if (base.isPresent() && !repository.hasCommit(base.get())) {
      throw usageError("--base: branch '%s' not found".formatted(base.get()));
    }
    return base.orElse(subject.defaultBranch());
  }

  private ChangedFiles changed(RepositoryState repository, String name, EventPayload payload) {
    String into = payload.event(name, new ChangedPaths.Unknown("")).base();
    return changed.isEmpty() ? repository.changed(payload, into) : ChangedFiles.named(changed);
  }

  private EventPayload read(Path file) {
    try {
      Path found = WorkingDirectory.of(commandLine().getCommandSpec()).resolve(file);
      if (Value.parseJson(InputFileReader.text(found)) instanceof Value.Dict fields) {
        return new EventPayload(fields);
      }
      throw usageError("cannot use '%s' as payload: it is not a JSON object".formatted(file));
    } catch (IOException e) {
      throw usageError("cannot read '%s': %s".formatted(file, FileErrorMessages.describe(e)));
    } catch (IllegalArgumentException e) {
      throw usageError(
          "cannot use '%s' as payload: it is not JSON: %s".formatted(file, e.getMessage()));
    }
  }

  private ParameterException usageError(String what) {
    return new ParameterException(commandLine(), what);
  }

  private CommandLine commandLine() {
    return Objects.requireNonNull(command, "picocli sets it").commandLine();
  }
}
