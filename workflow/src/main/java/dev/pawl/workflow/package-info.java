/// The workflow language: a file is read, then planned.
@NullMarked
package dev.pawl.workflow;

import org.jspecify.annotations.NullMarked;
