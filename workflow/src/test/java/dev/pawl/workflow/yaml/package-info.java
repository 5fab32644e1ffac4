/// Tests of the tree of YAML with positions: errors, scalars and hostile documents.
@NullMarked
package dev.pawl.workflow.yaml;

import org.jspecify.annotations.NullMarked;
