/// Tests of runs that a request creates from the text of a workflow.
@NullMarked
package dev.pawl.server.api;

import org.jspecify.annotations.NullMarked;
