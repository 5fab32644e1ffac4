package dev.pawl.server.store.codec;

import static dev.pawl.server.store.codec.JsonFields.constant;
import static dev.pawl.server.store.codec.JsonFields.flag;
import static dev.pawl.server.store.codec.JsonFields.ifPresent;
import static dev.pawl.server.store.codec.JsonFields.instant;
import static dev.pawl.server.store.codec.JsonFields.map;
import static dev.pawl.server.store.codec.JsonFields.number;
import static dev.pawl.server.store.codec.JsonFields.object;
import static dev.pawl.server.store.codec.JsonFields.text;
import static dev.pawl.server.store.codec.JsonFields.textIfAny;
import static dev.pawl.server.store.codec.JsonFields.wire;
import static dev.pawl.server.store.codec.ReferenceCodec.attempt;
import static dev.pawl.server.store.codec.ReferenceCodec.lease;

import dev.pawl.core.classify.Evidence;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.AttemptCompleted;
import dev.pawl.core.event.DomainEvent.AttemptCreated;
import dev.pawl.core.event.DomainEvent.AttemptLeased;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.AttemptPaused;
import dev.pawl.core.event.DomainEvent.HooksAdded;
import dev.pawl.core.event.DomainEvent.Intervened;
import dev.pawl.core.event.DomainEvent.JobApproved;
import dev.pawl.core.event.DomainEvent.JobRendered;
import dev.pawl.core.event.DomainEvent.LeaseMoved;
import dev.pawl.core.event.DomainEvent.LeaseRenewed;
import dev.pawl.core.event.DomainEvent.PlaceChanged;
import dev.pawl.core.event.DomainEvent.PlanningRetried;
import dev.pawl.core.event.DomainEvent.ProcessesLeft;
import dev.pawl.core.event.DomainEvent.Rebuilt;
import dev.pawl.core.event.DomainEvent.ResultReused;
import dev.pawl.core.event.DomainEvent.RunApproved;
import dev.pawl.core.event.DomainEvent.RunCancelled;
import dev.pawl.core.event.DomainEvent.RunMoved;
import dev.pawl.core.event.DomainEvent.RunPlanned;
import dev.pawl.core.event.DomainEvent.StepMoved;
import dev.pawl.core.event.DomainEvent.UploadBounded;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.step.StepEnd;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What happened to a run, as the data of a journal's line, and back. What the line says anyway,
/// its row and its reason, is not said twice.
final class RunEventCodec {

  /// What tells events apart that take the same row.
  private static String name(DomainEvent.OfRun event) {
    return switch (event) {
      case Rebuilt _ -> "rebuilt";
      case Intervened _ -> "intervened";
      case RunMoved _ -> "run";
      case RunCancelled _ -> "run-cancelled";
      case RunPlanned _ -> "run-planned";
      case PlanningRetried _ -> "planning-tried";
      case RunApproved _ -> "run-approved";
      case JobRendered _ -> "job-rendered";
      case HooksAdded _ -> "hooks-added";
      case PlaceChanged _ -> "place-changed";
      case AttemptMoved _ -> "attempt";
      case AttemptPaused _ -> "attempt-paused";
      case AttemptLeased _ -> "attempt-leased";
      case AttemptCompleted _ -> "attempt-completed";
      case ResultReused _ -> "result-kept";
      case AttemptCreated _ -> "attempt-made";
      case JobApproved _ -> "job-approved";
      case UploadBounded _ -> "upload-bounded";
      case ProcessesLeft _ -> "processes-left";
      case LeaseMoved _ -> "lease";
      case LeaseRenewed _ -> "lease-renewed";
      case StepMoved _ -> "step";
    };
  }

  /// @param machine what the line is about, which most events are named by
  static void facts(FactCodec data, String machine, DomainEvent.OfRun event) {
    String name = name(event);
    if (!name.equals(machine)) {
      data.put("is", name);
    }
    switch (event) {
      case RunMoved _, PlanningRetried _, Rebuilt _, Intervened _ -> {}
      case RunCancelled(_, var isForced, _) -> data.put("force", isForced);
      case RunPlanned(var plan, _, var until, _) ->
          data.put("until", until).put("plan", PlanCodec.encode(plan));
      case RunApproved(var reviewer) -> data.put("reviewer", reviewer);
      case JobRendered(var job, var cells) ->
          data.put("job", job).put("cells", PlanCodec.encode(cells));
      case HooksAdded(var job, _) -> data.put("jobs", PlanCodec.encode(List.of(job)));
      case PlaceChanged(var job, var place) -> {
        data.put("job", job);
        place.ifPresent(one -> data.put("place", encode(one)));
      }
      case AttemptMoved(var ref, _, _) -> data.put(ref);
      case AttemptPaused(var ref, _, var until, _) -> data.put(ref).put("until", until);
      case AttemptLeased(var lease, var agent, _) -> data.put(lease).put("agent", agent);
      case AttemptCompleted(var ref, _, var outputs, var evidence, _) -> {
        data.put(ref).put("outputs", outputs);
        evidence.ifPresent(its -> data.put("rule", its.rule()).put("line", its.line()));
      }
      case ResultReused(var ref, var kept, var why, var outputs, _) ->
          data.put(ref).put("kept", wire(kept)).put("why", wire(why)).put("outputs", outputs);
      case AttemptCreated(var ref, _) -> data.put(ref);
      case JobApproved(var ref, var reviewer) -> data.put(ref).put("reviewer", reviewer);
      case UploadBounded(var ref, var until) -> data.put(ref).put("until", until.toString());
      case ProcessesLeft(var ref, var until, var isForced) ->
          data.put(ref).put("until", until.toString()).put("force", isForced);
      case LeaseMoved(var lease, _, _) -> data.put(lease);
      case LeaseRenewed(var lease) -> data.put(lease);
      case StepMoved(var ref, var step, var type, var called, _, var end, _) -> {
        data.put(ref).put("step", step).put("type", type.wireName());
        if (!end.equals(StepEnd.NEVER_RAN)) {
          data.put("exitCode", end.exitCode())
              .put("endedBy", wire(end.ender()))
              .putIfAny("endMessage", end.message());
        }
        data.putIfAny("name", called);
      }
    }
  }

  /// What a line says happened.
  static DomainEvent.OfRun decode(JournalCodec.Line line) {
    JsonNode data = line.data();
    return switch (data.has("is") ? text(data, "is") : line.machine()) {
      case "rebuilt" -> new Rebuilt(line.reason());
      case "intervened" -> new Intervened(line.reason());
      case "run" -> new RunMoved(line.row(RunEvent.class), line.reason());
      case "run-cancelled" ->
          new RunCancelled(line.row(RunEvent.class), flag(data, "force"), line.reason());
      case "run-planned" ->
          new RunPlanned(
              PlanCodec.plan(data.get("plan")),
              line.row(RunEvent.class),
              until(data),
              line.reason());
      case "planning-tried" -> new PlanningRetried(line.reason());
      case "run-approved" -> new RunApproved(text(data, "reviewer"));
      case "job-rendered" ->
          new JobRendered(number(data, "job"), PlanCodec.jobs(data.get("cells")));
      case "hooks-added" ->
          new HooksAdded(PlanCodec.jobs(data.get("jobs")).getFirst(), line.reason());
      case "place-changed" ->
          new PlaceChanged(number(data, "job"), ifPresent(data, "place", RunEventCodec::place));
      case "attempt" ->
          new AttemptMoved(attempt(data), line.row(AttemptEvent.class), line.reason());
      case "attempt-paused" ->
          new AttemptPaused(
              attempt(data), line.row(AttemptEvent.class), until(data), line.reason());
      case "attempt-leased" -> new AttemptLeased(lease(data), text(data, "agent"), line.reason());
      case "attempt-completed" ->
          new AttemptCompleted(
              attempt(data),
              line.row(AttemptEvent.class),
              map(data, "outputs"),
              data.has("rule")
                  ? Optional.of(new Evidence(text(data, "rule"), text(data, "line")))
                  : Optional.empty(),
              line.reason());
      case "result-kept" ->
          new ResultReused(
              attempt(data),
              constant(AttemptState.class, data, "kept"),
              constant(ReasonCode.class, data, "why"),
              map(data, "outputs"),
              line.reason());
      case "attempt-made" -> new AttemptCreated(attempt(data), line.reason());
      case "job-approved" -> new JobApproved(attempt(data), text(data, "reviewer"));
      case "upload-bounded" -> new UploadBounded(attempt(data), instant(data, "until"));
      case "processes-left" ->
          new ProcessesLeft(attempt(data), instant(data, "until"), flag(data, "force"));
      case "lease" -> new LeaseMoved(lease(data), line.row(LeaseEvent.class), line.reason());
      case "lease-renewed" -> new LeaseRenewed(lease(data));
      case "step" ->
          new StepMoved(
              attempt(data),
              number(data, "step"),
              RuleCodec.type(data),
              textIfAny(data, "name"),
              line.row(StepEvent.class),
              end(data),
              line.reason());
      case String other -> throw new IllegalStateException("no run knows " + other);
    };
  }

  private static StepEnd end(JsonNode data) {
    return data.has("endedBy")
        ? new StepEnd(
            number(data, "exitCode"),
            constant(StepEnd.Ender.class, data, "endedBy"),
            textIfAny(data, "endMessage"))
        : StepEnd.NEVER_RAN;
  }

  private static Optional<Instant> until(JsonNode data) {
    return ifPresent(data, "until", node -> Instant.parse(node.asString()));
  }

  private static ObjectNode encode(GroupPlace place) {
    return object().put("group", place.group()).put("isTaken", place.isHeld());
  }

  private static GroupPlace place(JsonNode node) {
    return new GroupPlace(text(node, "group"), flag(node, "isTaken"));
  }

  private RunEventCodec() {}
}
