/// Converts YAML nodes to values: texts, numbers, durations, conditions and ids.
///
/// YAML nodes and keys enter; values leave, and nothing where the schema check has rejected the
/// node. It knows no section of a workflow.
@NullMarked
package dev.pawl.workflow.reader.value;

import org.jspecify.annotations.NullMarked;
