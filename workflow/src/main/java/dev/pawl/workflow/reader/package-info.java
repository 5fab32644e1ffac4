/// Reads the YAML tree of a file as a workflow or a composite action.
///
/// A YAML tree enters; a model, or diagnostics that report everything wrong with the file, leave.
/// One class reads one section; files of the repository come only through [RepositoryFiles].
@NullMarked
package dev.pawl.workflow.reader;

import org.jspecify.annotations.NullMarked;
