/// Containers, services and image snapshots of jobs, which are read and checked but not run yet.
///
/// The reader builds these records; the planner asks them why a job cannot run.
@NullMarked
package dev.pawl.workflow.model.container;

import org.jspecify.annotations.NullMarked;
