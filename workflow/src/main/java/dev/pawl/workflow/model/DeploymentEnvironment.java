package dev.pawl.workflow.model;

import dev.pawl.workflow.model.text.TemplateText;
import java.util.Optional;

/// The environment that a job deploys to. A name that evaluates to nothing means none.
public record DeploymentEnvironment(
    TemplateText name, Optional<TemplateText> url, Optional<TemplateText> deployment) {}
