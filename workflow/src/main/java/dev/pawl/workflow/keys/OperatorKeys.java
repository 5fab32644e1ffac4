package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.ContextAvailability.NONE;
import static dev.pawl.workflow.keys.KeyDefinition.key;
import static dev.pawl.workflow.keys.KeySection.OPERATOR;
import static dev.pawl.workflow.keys.KeySection.RULE;
import static dev.pawl.workflow.keys.KeySection.TOOL_PROFILE;
import static dev.pawl.workflow.keys.KeyStatus.SUPPORTED;
import static dev.pawl.workflow.keys.ScalarFormat.COUNT;
import static dev.pawl.workflow.keys.ScalarFormat.COUNT_OR_ZERO;
import static dev.pawl.workflow.keys.ScalarFormat.DURATION;
import static dev.pawl.workflow.keys.ScalarFormat.EXIT_CODE;
import static dev.pawl.workflow.keys.ScalarFormat.SCRIPT;
import static dev.pawl.workflow.keys.ValueShapes.BOOLEAN;
import static dev.pawl.workflow.keys.ValueShapes.fields;
import static dev.pawl.workflow.keys.ValueShapes.listOf;
import static dev.pawl.workflow.keys.ValueShapes.mapOf;
import static dev.pawl.workflow.keys.ValueShapes.scalar;

import java.util.List;

/// The keys of an operator's configuration that have the language of workflows.
final class OperatorKeys {

  // spotless:off
  static final List<KeyDefinition> ROWS = List.of(
      //  section       key                    status     shape                          expressions  note
      key(OPERATOR,     "rules",               SUPPORTED, listOf(fields(RULE)),          NONE,        "rules that classify failures, after those of the workflow and before the built-in ones"),
      key(OPERATOR,     "tools",               SUPPORTED, mapOf(fields(TOOL_PROFILE)),   NONE,        "the profiles of tools, by TOOL or ORG:TOOL"),
      key(TOOL_PROFILE, "failure-threshold",   SUPPORTED, scalar(COUNT),                 NONE,        "failures in a row that open the breaker (default 5)"),
      key(TOOL_PROFILE, "cooldown",            SUPPORTED, scalar(DURATION),              NONE,        "how long the breaker stays open before one step may try the tool (default 60s)"),
      key(TOOL_PROFILE, "success-threshold",   SUPPORTED, scalar(COUNT),                 NONE,        "successful tries in a row that close the breaker (default 1)"),
      key(TOOL_PROFILE, "failure-exit-codes",  SUPPORTED, listOf(scalar(EXIT_CODE)),     NONE,        "exit codes that mean that the tool failed, besides failures of the classes `infra` and `fetch`"),
      key(TOOL_PROFILE, "expected-exit-codes", SUPPORTED, listOf(scalar(EXIT_CODE)),     NONE,        "exit codes of success, for steps that set none"),
      key(TOOL_PROFILE, "retry-on-failure",    SUPPORTED, BOOLEAN,                       NONE,        "whether a step that uses the tool is retried in place, if it has no `retry` of its own (default false)"),
      key(TOOL_PROFILE, "max-retries",         SUPPORTED, scalar(COUNT_OR_ZERO),         NONE,        "the most retries with `retry-on-failure` (default 1)"),
      key(TOOL_PROFILE, "health-check",        SUPPORTED, scalar(SCRIPT),                NONE,        "a command that succeeds if the tool works; `pawl doctor --repair` runs it before it resets a stuck breaker"));
  // spotless:on

  private OperatorKeys() {}
}
