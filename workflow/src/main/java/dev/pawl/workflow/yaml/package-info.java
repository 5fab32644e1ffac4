/// Reads YAML 1.2 to a tree in which every node has a position.
///
/// The text of a file enters; a tree or diagnostics leave. Depth, size and aliases are limited, so
/// that no file exhausts memory or time; nothing here knows workflows.
@NullMarked
package dev.pawl.workflow.yaml;

import org.jspecify.annotations.NullMarked;
