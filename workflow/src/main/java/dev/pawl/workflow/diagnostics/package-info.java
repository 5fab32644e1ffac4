/// Diagnostics as compilers print them: position, message, caret and hint.
///
/// Readers and checks report to a [DiagnosticCollector]; [Diagnostics] leave, limited in number and
/// safe to print. Nothing here knows what is checked.
@NullMarked
package dev.pawl.workflow.diagnostics;

import org.jspecify.annotations.NullMarked;
