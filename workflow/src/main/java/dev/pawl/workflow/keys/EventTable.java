package dev.pawl.workflow.keys;

import static dev.pawl.workflow.model.trigger.EventFilter.BRANCHES;
import static dev.pawl.workflow.model.trigger.EventFilter.BRANCHES_IGNORE;
import static dev.pawl.workflow.model.trigger.EventFilter.NAMES;
import static dev.pawl.workflow.model.trigger.EventFilter.PATHS;
import static dev.pawl.workflow.model.trigger.EventFilter.PATHS_IGNORE;
import static dev.pawl.workflow.model.trigger.EventFilter.TAGS;
import static dev.pawl.workflow.model.trigger.EventFilter.TAGS_IGNORE;
import static dev.pawl.workflow.model.trigger.EventFilter.TYPES;
import static dev.pawl.workflow.model.trigger.EventFilter.VERSIONS;
import static dev.pawl.workflow.model.trigger.EventFilter.WORKFLOWS;

import dev.pawl.workflow.model.trigger.EventFilter;
import java.util.List;
import java.util.stream.Stream;

/// All events that can start a workflow, except the three that have keys of their own.
public final class EventTable {

  public static final String SCHEDULE = "schedule";
  public static final String DISPATCH = "workflow_dispatch";
  public static final String CALL = "workflow_call";

  private static final List<EventFilter> PUSHED =
      List.of(BRANCHES, BRANCHES_IGNORE, TAGS, TAGS_IGNORE, PATHS, PATHS_IGNORE);
  private static final List<EventFilter> REQUESTED =
      List.of(TYPES, BRANCHES, BRANCHES_IGNORE, PATHS, PATHS_IGNORE);
  private static final List<EventFilter> QUEUED = List.of(TYPES, BRANCHES, BRANCHES_IGNORE);
  private static final List<EventFilter> FOLLOWED =
      List.of(TYPES, WORKFLOWS, BRANCHES, BRANCHES_IGNORE);
  private static final List<EventFilter> ACTIVITY = List.of(TYPES);
  private static final List<EventFilter> IMAGES = List.of(TYPES, NAMES, VERSIONS);
  private static final List<EventFilter> NONE = List.of();

  private static final String CHANGES = "created edited deleted";
  private static final String PULL_REQUEST =
      "assigned unassigned labeled unlabeled opened edited closed reopened synchronize"
          + " converted_to_draft locked unlocked enqueued dequeued milestoned demilestoned"
          + " ready_for_review review_requested review_request_removed auto_merge_enabled"
          + " auto_merge_disabled stacked";
  private static final String ISSUE =
      "opened edited deleted transferred pinned unpinned closed reopened assigned unassigned"
          + " labeled unlabeled locked unlocked milestoned demilestoned field_added field_removed"
          + " typed untyped";
  private static final String DISCUSSION =
      "created edited deleted transferred pinned unpinned labeled unlabeled locked unlocked"
          + " category_changed answered unanswered";

  // spotless:off
  public static final List<EventDefinition> ROWS = List.of(
      //  event                          filters    types
      row("push",                        PUSHED,    ""),
      row("pull_request",                REQUESTED, PULL_REQUEST),
      row("pull_request_target",         REQUESTED, PULL_REQUEST),
      row("merge_group",                 QUEUED,    "checks_requested"),
      row("workflow_run",                FOLLOWED,  "requested completed in_progress"),
      row("repository_dispatch",         ACTIVITY,  ""),
      row("branch_protection_rule",      ACTIVITY,  CHANGES),
      row("check_run",                   ACTIVITY,  "created rerequested completed requested_action"),
      row("check_suite",                 ACTIVITY,  "completed"),
      row("create",                      NONE,      ""),
      row("delete",                      NONE,      ""),
      row("deployment",                  NONE,      ""),
      row("deployment_status",           NONE,      ""),
      row("discussion",                  ACTIVITY,  DISCUSSION),
      row("discussion_comment",          ACTIVITY,  CHANGES),
      row("fork",                        NONE,      ""),
      row("gollum",                      NONE,      ""),
      row("image_version",               IMAGES,    "created ready deleted"),
      row("issue_comment",               ACTIVITY,  CHANGES),
      row("issues",                      ACTIVITY,  ISSUE),
      row("label",                       ACTIVITY,  CHANGES),
      row("milestone",                   ACTIVITY,  "created closed opened edited deleted"),
      row("page_build",                  NONE,      ""),
      row("project",                     ACTIVITY,  "created closed reopened edited deleted"),
      row("project_card",                ACTIVITY,  "created moved converted edited deleted"),
      row("project_column",              ACTIVITY,  "created updated moved deleted"),
      row("public",                      NONE,      ""),
      row("pull_request_comment",        ACTIVITY,  CHANGES),
      row("pull_request_review",         ACTIVITY,  "submitted edited dismissed"),
      row("pull_request_review_comment", ACTIVITY,  CHANGES),
      row("registry_package",            ACTIVITY,  "published updated"),
      row("release",                     ACTIVITY,  "published unpublished created edited deleted prereleased released"),
      row("status",                      NONE,      ""),
      row("watch",                       ACTIVITY,  "started"));
  // spotless:on

  /// The names of all events, including the three with keys of their own.
  public static List<String> names() {
    return Stream.concat(
            ROWS.stream().map(EventDefinition::name), Stream.of(SCHEDULE, DISPATCH, CALL))
        .toList();
  }

  private static EventDefinition row(String name, List<EventFilter> filters, String types) {
    return new EventDefinition(
        name, filters, types.isEmpty() ? List.of() : List.of(types.split(" ")));
  }

  private EventTable() {}
}
