package dev.pawl.cli.errors;

import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/// Agent of the JVM under test: lets a method throw an error when a file is created. The file is
/// deleted then, and another one has the name of the thread. It must not use other classes of the
/// tests, which that JVM does not have.
public final class ErrorAgent implements ClassFileTransformer {

  private final String type;
  private final String method;
  private final String trigger;

  private ErrorAgent(String type, String method, String trigger) {
    this.type = type;
    this.method = method;
    this.trigger = trigger;
  }

  /// Prepares the methods.
  ///
  /// @param points `type#method#file` of each method, with commas between them
  public static void premain(String points, Instrumentation instrumentation) {
    for (String point : points.split(",", -1)) {
      String[] parts = point.split("#", -1);
      instrumentation.addTransformer(
          new ErrorAgent(parts[0].replace('.', '/'), parts[1], parts[2]));
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> old,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (!type.equals(name)) {
      return null;
    }
    CodeTransform first =
        CodeTransform.ofStateful(() -> {
          boolean[] isDone = {false};
          return (code, element) -> {
            if (!isDone[0]) {
              isDone[0] = true;
              code.loadConstant(trigger)
                  .invokestatic(
                      ClassDesc.of(ErrorAgent.class.getName()),
                      "throwIfAsked",
                      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String));
            }
            code.with(element);
          };
        });
    var parsed = ClassFile.of().parse(bytes);
    return ClassFile.of()
        .transformClass(
            parsed,
            ClassTransform.transformingMethodBodies(
                it -> it.methodName().stringValue().equals(method), first));
  }

  /// Throws the error that the file names, if there is one. The first thread gets it.
  public static void throwIfAsked(String trigger) throws IOException {
    var file = new File(trigger);
    if (!file.exists()) {
      return;
    }
    boolean isMemory = file.length() > 0;
    if (file.delete()) {
      try (var thrown = new FileWriter(trigger + ".thrown", StandardCharsets.UTF_8)) {
        thrown.write(Thread.currentThread().getName() + "\n");
      }
      throw isMemory ? new OutOfMemoryError("injected") : new StackOverflowError("injected");
    }
  }
}
