/// Proposes a workflow for a repository that has none, by the build systems in it.
///
/// The names and beginnings of files enter; the text of a workflow file leaves. Pure: the caller
/// reads the folders.
@NullMarked
package dev.pawl.workflow.discovery;

import org.jspecify.annotations.NullMarked;
