package dev.pawl.core.classify;

import static dev.pawl.core.lifecycle.ReasonCode.*;

import dev.pawl.core.step.StepEnd.Ender;
import java.util.List;
import java.util.stream.Stream;

/// What tools print when they fail, made up after how they print it.
final class Examples {

  static List<Example> all() {
    return Stream.of(FACTS, TROUBLE, DEPENDENCIES, COMPILERS, TESTS, LINTS)
        .flatMap(List::stream)
        .toList();
  }

  // spotless:off
  private static final List<Example> FACTS = List.of(
      Example.silent(TIMEOUT, "timed-out", new Failure(143, null, Ender.TIMEOUT, List.of("Tests run: 3, Failures: 1"))),
      Example.silent(
          STARTUP,
          "no-process",
          new Failure(null, null, Ender.NOBODY, List.of("it could not be started: no bash"))),
      Example.silent(
          USER,
          "none",
          new Failure(
              null, null, Ender.NOBODY, List.of("working-directory 'nowhere' does not exist"))),
      Example.silent(OOM, "killed-by-kernel", Example.killed()),
      Example.silent(OOM, "exit-137", Failure.exited(137, List.of("indexing 81%"))),
      Example.silent(USER, "none", Failure.exited(3, List.of("the moon is not full"))),
      Example.silent(USER, "none", new Failure(null, "KILL", Ender.KILLED, List.of("bye"))));

  private static final List<Example> TROUBLE = List.of(
      Example.of(OOM, "java-memory", """
          Exception in thread "main" java.lang.OutOfMemoryError: Java heap space
          \tat shop.Cart.fill(Cart.java:19)
          """),
      Example.of(OOM, "node-memory", """
          <--- Last few GCs --->
          FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
          """),
      Example.of(OOM, "allocation", "terminate called after throwing an instance of 'std::bad_alloc'"),
      Example.of(OOM, "allocation", "Traceback (most recent call last):\nMemoryError"),
      Example.of(OOM, "killed-child", "build.sh: line 7:  5120 Killed                  ./render --all"),
      Example.of(OOM, "killed-child", "c++: fatal error: Killed signal terminated program cc1plus\ncompilation terminated."),
      Example.of(OOM, "killed-child", "error: could not compile `shop` (lib)\n  process didn't exit successfully: `rustc` (signal: 9, SIGKILL: kill)"),
      Example.of(INFRA, "disk-full", "cp: error writing 'out/image.tar': No space left on device"),
      Example.of(INFRA, "disk-full", "npm error code ENOSPC"),
      Example.of(INFRA, "disk-broken", "touch: cannot touch 'stamp': Read-only file system"),
      Example.of(INFRA, "too-many-files", "java.io.FileNotFoundException: data.bin (Too many open files)"),
      Example.of(INFRA, "no-docker", "ERROR: Cannot connect to the Docker daemon at unix:///run/docker.sock. Is it running?"),
      Example.of(FETCH, "name-resolution", "curl: (6) Could not resolve host: files.example"),
      Example.of(FETCH, "name-resolution", "npm error request failed, reason: getaddrinfo ENOTFOUND packages.example"),
      Example.of(FETCH, "connection-reset", "curl: (56) Recv failure: Connection reset by peer"),
      Example.of(FETCH, "connection-reset", "fatal: the remote end hung up unexpectedly"),
      Example.of(FETCH, "network-time-out", "curl: (28) Operation timed out after 30001 milliseconds"),
      Example.of(FETCH, "network-time-out", "dial tcp 192.0.2.7:443: i/o timeout"),
      Example.of(FETCH, "gateway", "wget: server returned error: HTTP/1.1 503"),
      Example.of(FETCH, "gateway", "received 502 Bad Gateway from upstream"),
      Example.of(FETCH, "rate-limit", "denied: 429 Too Many Requests, slow down"),
      Example.of(FETCH, "tls", "curl: (60) SSL certificate problem: unable to get local issuer certificate"),
      Example.of(FETCH, "tls", "javax.net.ssl.SSLHandshakeException: no cipher in common"));

  private static final List<Example> DEPENDENCIES = List.of(
      Example.of(FETCH, "git-remote", "fatal: unable to access 'https://git.example/shop.git/': the requested URL was refused"),
      Example.of(FETCH, "docker-pull", "Error response from daemon: manifest for shop/base:9 not found"),
      Example.of(FETCH, "maven-artifact", "[ERROR] Could not transfer artifact shop:cart:jar:1.2 from/to mirror"),
      Example.of(FETCH, "gradle-artifact", "> Could not resolve all files for configuration ':compileClasspath'.\n* What went wrong:\nExecution failed for task ':compileJava'."),
      Example.of(FETCH, "npm-package", "npm error code E404\nnpm error 404 'left-shop@9' is not in this registry."),
      Example.of(FETCH, "pip-package", "ERROR: Could not find a version that satisfies the requirement shop==99 (from versions: 1, 2)\nERROR: No matching distribution found for shop==99"),
      Example.of(FETCH, "go-module", "go: example.org/shop@v1.9.0: reading proxy: 410 Gone"),
      Example.of(FETCH, "cargo-crate", "error: failed to download `cart v0.3.1`"));

  private static final List<Example> COMPILERS = List.of(
      Example.of(COMPILE, "javac", "src/shop/Cart.java:12: error: ';' expected\n    int sum = 1\n               ^\n1 error"),
      Example.of(COMPILE, "maven-compile", "[ERROR] COMPILATION ERROR :\n[ERROR] /w/shop/Cart.java:[12,18] cannot find symbol"),
      Example.of(COMPILE, "gradle-compile", "* What went wrong:\nExecution failed for task ':shop:compileJava'."),
      Example.of(COMPILE, "kotlinc", "e: file:///w/shop/Cart.kt:4:9 Unresolved reference: summ"),
      Example.of(COMPILE, "tsc", "src/cart.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'."),
      Example.of(COMPILE, "bundler", "Module not found: Error: Can't resolve './carrt' in '/w/src'"),
      Example.of(COMPILE, "syntax-error", "  File \"cart.py\", line 3\n    def sum(:\n            ^\nSyntaxError: invalid syntax"),
      Example.of(COMPILE, "go-build", "# example.org/shop\n./cart.go:8:2: undefined: Summ"),
      Example.of(COMPILE, "go-build", "FAIL\texample.org/shop [build failed]\nFAIL"),
      Example.of(COMPILE, "rustc", "error[E0308]: mismatched types\n --> src/cart.rs:4:5"),
      Example.of(COMPILE, "cc", "cart.c:9:5: error: expected ';' before 'return'\nmake: *** [Makefile:4: cart.o] Error 1"),
      Example.of(COMPILE, "cc", "include/cart.hpp:2:10: fatal error: 'summ.hpp' file not found"),
      Example.of(COMPILE, "linker", "/usr/bin/ld: cart.o: in function `main':\ncart.c:(.text+0x9): undefined reference to `sum'"),
      Example.of(COMPILE, "cmake", "CMake Error at CMakeLists.txt:7 (add_library):"),
      Example.of(COMPILE, "make", "make: *** No rule to make target 'cart.c', needed by 'cart'.  Stop."),
      Example.of(COMPILE, "make", "make[1]: *** [Makefile:4: obj/cart.o] Error 1"));

  private static final List<Example> TESTS = List.of(
      Example.of(TEST, "surefire", "[ERROR] Tests run: 14, Failures: 2, Errors: 0, Skipped: 1"),
      Example.of(TEST, "surefire", "[ERROR] Tests run: 14, Failures: 0, Errors: 3, Skipped: 1"),
      Example.of(TEST, "gradle-test", "* What went wrong:\nExecution failed for task ':test'.\n> There were failing tests. See the report."),
      Example.of(TEST, "junit-console", "[        11 tests successful      ]\n[         2 tests failed          ]"),
      Example.of(TEST, "jest", "\u001b[1mTests:\u001b[22m       \u001b[31m1 failed\u001b[39m, 6 passed, 7 total"),
      Example.of(TEST, "jest", "FAIL src/cart.test.ts"),
      Example.of(TEST, "vitest", " Test Files  1 failed | 3 passed (4)"),
      Example.of(TEST, "mocha", "  12 passing (40ms)\n  1 failing"),
      Example.of(TEST, "pytest", "FAILED tests/test_cart.py::test_sum - assert 3 == 4"),
      Example.of(TEST, "pytest", "========== 1 failed, 8 passed in 0.12s =========="),
      Example.of(TEST, "unittest", "Ran 3 tests in 0.001s\n\nFAILED (failures=1)"),
      Example.of(TEST, "go-test", "--- FAIL: TestSum (0.00s)\n    cart_test.go:9: got 3, want 4\nFAIL\texample.org/shop\t0.004s"),
      Example.of(TEST, "cargo-test", "test cart::sum ... FAILED\ntest result: FAILED. 4 passed; 1 failed"),
      Example.of(TEST, "gtest", "[  FAILED  ] Cart.Sum (0 ms)"),
      Example.of(TEST, "ctest", "75% tests passed, 1 tests failed out of 4"),
      Example.of(TEST, "make-test", "make: *** [Makefile:19: check] Error 2"));

  private static final List<Example> LINTS = List.of(
      Example.of(LINT, "eslint", "  3:7  error  'sum' is assigned a value but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)"),
      Example.of(LINT, "prettier", "[warn] Code style issues found in 2 files. Run Prettier with --write to fix."),
      Example.of(LINT, "flake8", "shop/cart.py:3:80: E501 line too long (91 > 79 characters)"),
      Example.of(LINT, "mypy", "shop/cart.py:3: error: Incompatible return value type  [return-value]\nFound 1 error in 1 file (checked 4 source files)"),
      Example.of(LINT, "black", "would reformat shop/cart.py\n1 file would be reformatted, 3 files would be left unchanged."),
      Example.of(LINT, "go-vet", "# example.org/shop\n./cart.go:8:2: fmt.Printf format %d has arg name of wrong type string"),
      Example.of(LINT, "golangci-lint", "cart.go:8:12: Error return value of `f.Close` is not checked (errcheck)"),
      Example.of(LINT, "clippy", "error: this loop never loops\n  = note: `-D clippy::never-loop` implied by `-D warnings`\nerror: could not compile `shop` (lib) due to 1 previous error"),
      Example.of(LINT, "rustfmt", "Diff in /w/src/cart.rs:3:"),
      Example.of(LINT, "clang-format", "cart.c:3:1: error-as-warning: code should be clang-formatted [-Wclang-format-violations]"),
      Example.of(LINT, "checkstyle", "[ERROR] You have 3 Checkstyle violations."),
      Example.of(LINT, "spotless", "The following files had format violations:\n    src/main/java/shop/Cart.java"),
      Example.of(LINT, "shellcheck", "In build.sh line 3:\nSC2086 (info): Double quote to prevent word splitting."));
  // spotless:on

  private Examples() {}
}
