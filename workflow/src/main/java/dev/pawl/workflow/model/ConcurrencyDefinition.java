package dev.pawl.workflow.model;

import dev.pawl.core.plan.GroupRule;
import dev.pawl.workflow.model.text.TemplateText;
import java.util.Optional;

/// A concurrency group, as a workflow or a job asks for it.
///
/// @param key which group; where `isCommand`, the command by which the agent finds it out
/// @param cancelInProgress a boolean or an expression; false where the file says nothing
public record ConcurrencyDefinition(
    TemplateText key,
    boolean isCommand,
    Optional<TemplateText> cancelInProgress,
    GroupRule.Queue queue,
    int max) {}
