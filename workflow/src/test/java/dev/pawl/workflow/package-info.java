/// Tests of whole workflow files: each group of keys, published files, and random and hostile ones.
@NullMarked
package dev.pawl.workflow;

import org.jspecify.annotations.NullMarked;
