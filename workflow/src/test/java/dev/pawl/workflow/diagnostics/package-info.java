/// Tests of diagnostics: carets, positions and spelling suggestions.
@NullMarked
package dev.pawl.workflow.diagnostics;

import org.jspecify.annotations.NullMarked;
