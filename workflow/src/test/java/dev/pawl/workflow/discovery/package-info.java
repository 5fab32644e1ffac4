@NullMarked
package dev.pawl.workflow.discovery;

import org.jspecify.annotations.NullMarked;
