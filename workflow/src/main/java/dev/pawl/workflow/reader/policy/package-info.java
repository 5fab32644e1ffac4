/// The package `dev.pawl.workflow.reader.policy`.
@NullMarked
package dev.pawl.workflow.reader.policy;

import org.jspecify.annotations.NullMarked;
