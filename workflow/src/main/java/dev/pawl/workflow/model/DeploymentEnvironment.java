package dev.pawl.workflow.model;

import dev.pawl.workflow.model.text.TemplateText;
import java.util.Optional;

/// Where a job deploys to; a name that is empty once evaluated is nowhere.
public record DeploymentEnvironment(
    TemplateText name, Optional<TemplateText> url, Optional<TemplateText> deployment) {}
