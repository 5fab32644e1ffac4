@NullMarked
package dev.pawl.workflow;

import org.jspecify.annotations.NullMarked;
