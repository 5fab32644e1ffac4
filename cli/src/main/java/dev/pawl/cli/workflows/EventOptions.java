package dev.pawl.cli.workflows;

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

/// What a workflow is started by, for the commands that start one or say what would be.
public final class EventOptions {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--event",
      paramLabel = "EVENT",
      description = {
        "What happened: push, pull_request, …, or with its type, as in pull_request.closed. The filters"
            + " of `on` must let it in."
      })
  private Optional<String> event = Optional.empty();

  @Option(
      names = "--payload",
      paramLabel = "FILE",
      description = "What a forge says of the event, as JSON; git fills in what it lacks.")
  private Optional<Path> payload = Optional.empty();

  @Option(
      names = "--changed",
      arity = "1..*",
      paramLabel = "PATH",
      description = {
        "Files that count as changed, from the repository's root; what git says by default. The filters"
            + " of `on` must let them in."
      })
  private List<String> changed = List.of();

  @Option(
      names = "--base",
      paramLabel = "BRANCH",
      description =
          "What a pull request is for; the remote's default branch, or else main or master.")
  private Optional<String> base = Optional.empty();

  @Option(
      names = "--input",
      paramLabel = "NAME=VALUE",
      description = "An input of workflow_dispatch, or of a workflow that others call.")
  private Map<String, String> inputs = new LinkedHashMap<>();

  @Option(names = "--var", paramLabel = "NAME=VALUE", description = "An entry of `vars`.")
  private Map<String, String> vars = new LinkedHashMap<>();

  /// What happened, for a workflow that somebody has named. It is started because they want it,
  /// unless they say what happened: then the filters of its `on` decide.
  TriggerContext triggerContext(RepositoryState situation, WorkflowTriggers on) {
    boolean isFiltered = event.isPresent() || !changed.isEmpty();
    return triggerContext(
        situation, named().orElseGet(() -> new EventName(usual(on), "")), isFiltered);
  }

  /// What happened, for whichever workflow asks for it; a push where nobody says.
  public TriggerContext triggerContext(RepositoryState situation) {
    return triggerContext(situation, named().orElse(new EventName(TriggerEvent.PUSH, "")), true);
  }

  Value.Dict vars() {
    SequencedMap<String, Value> values = new LinkedHashMap<>();
    vars.forEach((name, text) -> values.put(name, new Value.Text(text)));
    return new Value.Dict(values);
  }

  private TriggerContext triggerContext(
      RepositoryState situation, EventName named, boolean isFiltered) {
    if (payload.isPresent() && event.isEmpty()) {
      throw misuse("--payload needs --event, which says what it is of");
    }
    CommitInfo subject = situation.subject(System.getProperty("user.name"));
    String name = named.event();
    var known = new LocalEventPayload(name, named.type(), subject, base(situation, subject));
    EventPayload whole =
        payload.map(file -> known.overriddenBy(read(file))).orElseGet(known::payload);
    ChangedFiles found =
        isFiltered ? changed(situation, name, whole) : ChangedFiles.unknown("by hand");
    return new TriggerContext(
        whole.event(name, found.changes()), isFiltered, whole, subject, found.since(), inputs);
  }

  private Optional<EventName> named() {
    return event.map(text -> EventName.of(text, commandLine()));
  }

  /// Where files are said to have changed, by what changes files.
  private String usual(WorkflowTriggers on) {
    return TriggerMatcher.defaultEvent(
        on,
        changed.isEmpty()
            ? TriggerMatcher.BY_HAND
            : List.of(TriggerEvent.PUSH, TriggerEvent.PULL_REQUEST));
  }

  private String base(RepositoryState situation, CommitInfo subject) {
    if (base.isPresent() && !situation.hasCommit(base.get())) {
      throw misuse("there is no branch '%s' for --base".formatted(base.get()));
    }
    return base.orElse(subject.defaultBranch());
  }

  private ChangedFiles changed(RepositoryState situation, String name, EventPayload payload) {
    String into = payload.event(name, new ChangedPaths.Unknown("")).base();
    return changed.isEmpty() ? situation.changed(payload, into) : ChangedFiles.named(changed);
  }

  private EventPayload read(Path file) {
    try {
      if (Value.parseJson(InputFileReader.text(file)) instanceof Value.Dict fields) {
        return new EventPayload(fields);
      }
      throw misuse("%s is not an object of JSON, as a payload is".formatted(file));
    } catch (IOException e) {
      throw misuse("cannot read %s: %s".formatted(file, FileErrorMessages.describe(e)));
    } catch (IllegalArgumentException e) {
      throw misuse("%s is not JSON: %s".formatted(file, e.getMessage()));
    }
  }

  private ParameterException misuse(String what) {
    return new ParameterException(commandLine(), what);
  }

  private CommandLine commandLine() {
    return Objects.requireNonNull(command, "picocli sets it").commandLine();
  }
}
