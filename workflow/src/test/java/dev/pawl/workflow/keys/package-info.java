@NullMarked
package dev.pawl.workflow.keys;

import org.jspecify.annotations.NullMarked;
