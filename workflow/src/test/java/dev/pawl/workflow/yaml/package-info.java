@NullMarked
package dev.pawl.workflow.yaml;

import org.jspecify.annotations.NullMarked;
