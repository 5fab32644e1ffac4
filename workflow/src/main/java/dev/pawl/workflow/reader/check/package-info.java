/// Checks of a file: the YAML tree against the table of keys, expressions, and rules between jobs.
///
/// A tree or a model enters; diagnostics leave. A check never changes what is read, and knows no
/// reader.
@NullMarked
package dev.pawl.workflow.reader.check;

import org.jspecify.annotations.NullMarked;
