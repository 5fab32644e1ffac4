package dev.pawl.workflow.model;

import dev.pawl.core.plan.GroupRule;
import dev.pawl.workflow.model.text.TemplateText;
import java.util.Optional;

/// The concurrency group of a workflow or a job.
///
/// @param key the group's name; where `isCommand`, the command whose output is the name
/// @param cancelInProgress a boolean or an expression; false where it is absent
public record ConcurrencyDefinition(
    TemplateText key,
    boolean isCommand,
    Optional<TemplateText> cancelInProgress,
    GroupRule.Queue queue,
    int max) {}
