package dev.pawl.workflow.model;

import java.util.Optional;

/// Where a job deploys to; a name that is empty once evaluated is nowhere.
public record Environment(Text name, Optional<Text> url, Optional<Text> deployment) {}
