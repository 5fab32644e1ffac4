@NullMarked
package dev.pawl.workflow.diagnostics;

import org.jspecify.annotations.NullMarked;
