import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Rewrites the dynamic call sites of Pawl's classes in a jar that the JDK's AOT cache does not keep, and that every JVM
/// would link at its start, by making a class for each: switches over types, and `equals`, `hashCode` and `toString` of
/// records. Each becomes a call of a static method with the same result. See docs/adr/0041-cold-start.md.
///
///     java build/StaticCallSites.java JAR [CLASSPATH]
///
/// The class path is what the classes need beside those in the jar.
public final class StaticCallSites {

  private static final ClassDesc SWITCHES = ClassDesc.of("java.lang.runtime.SwitchBootstraps");
  private static final ClassDesc RECORDS = ClassDesc.of("java.lang.runtime.ObjectMethods");
  private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");
  private static final ClassDesc BUILDER = ClassDesc.of("java.lang.StringBuilder");

  private final ClassModel model;
  private final List<Consumer<ClassBuilder>> methods = new ArrayList<>();
  private int count;

  private StaticCallSites(ClassModel model) {
    this.model = model;
  }

  public static void main(String[] args) throws IOException, ClassNotFoundException {
    Path jar = Path.of(args[0]);
    List<String> rewritten = new ArrayList<>();
    try (FileSystem files = FileSystems.newFileSystem(jar);
        Stream<Path> all = Files.walk(files.getPath("/dev/pawl"))) {
      ClassFile format = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy(files)));
      for (Path file : all.filter(one -> one.toString().endsWith(".class")).toList()) {
        ClassModel model = format.parse(Files.readAllBytes(file));
        if (model.methods().stream().anyMatch(StaticCallSites::isRewritten)) {
          rewrite(file, new StaticCallSites(model), format);
          rewritten.add(model.thisClass().asInternalName().replace('/', '.'));
        }
      }
    }
    verify(jar + ":" + (args.length > 1 ? args[1] : ""), rewritten);
  }

  /// The superclasses of all classes, which the verifier's stack maps depend on.
  private static ClassHierarchyResolver hierarchy(FileSystem jar) {
    return ClassHierarchyResolver.ofResourceParsing(type -> {
          String name = type.descriptorString();
          Path file = jar.getPath("/", name.substring(1, name.length() - 1) + ".class");
          try {
            return Files.exists(file) ? Files.newInputStream(file) : null;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        })
        .orElse(ClassHierarchyResolver.defaultResolver());
  }

  /// The time of a file stays, so that archives are the same to the byte.
  private static void rewrite(Path file, StaticCallSites sites, ClassFile format) throws IOException {
    FileTime time = Files.getLastModifiedTime(file);
    Files.write(file, sites.transformed(format));
    Files.setLastModifiedTime(file, time);
  }

  /// Lets this JVM link the classes, which verifies them: to ask for their methods does that.
  private static void verify(String classpath, List<String> names) throws IOException, ClassNotFoundException {
    List<URL> urls = new ArrayList<>();
    for (String entry : classpath.split(":")) {
      if (!entry.isEmpty()) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    try (var loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      for (String name : names) {
        Class.forName(name, false, loader).getDeclaredMethods();
      }
    }
  }

  private static boolean isRewritten(MethodModel method) {
    return method.code().stream().flatMap(code -> code.elementStream()).anyMatch(StaticCallSites::isRewritten);
  }

  private static boolean isRewritten(CodeElement element) {
    return element instanceof InvokeDynamicInstruction site && (isRecords(site) || isTypeSwitch(site));
  }

  private static boolean isRecords(InvokeDynamicInstruction site) {
    return site.bootstrapMethod().owner().equals(RECORDS);
  }

  /// Labels can be constants too; Pawl has no such switch, and they would stay as they are.
  private static boolean isTypeSwitch(InvokeDynamicInstruction site) {
    return site.bootstrapMethod().owner().equals(SWITCHES)
        && site.bootstrapMethod().methodName().equals("typeSwitch")
        && site.bootstrapArgs().stream().allMatch(label -> label instanceof ClassDesc);
  }

  private byte[] transformed(ClassFile format) {
    return format.transformClass(
        model,
        (ClassBuilder out, ClassElement element) -> {
          if (element instanceof MethodModel method && isRewritten(method)) {
            out.transformMethod(method, MethodTransform.transformingCode(this::rewrite));
          } else {
            out.with(element);
          }
          methods.forEach(method -> method.accept(out));
          methods.clear();
        });
  }

  private void rewrite(CodeBuilder code, CodeElement element) {
    if (!isRewritten(element)) {
      code.with(element);
      return;
    }
    var site = (InvokeDynamicInstruction) element;
    String name = "$" + site.name().stringValue() + count++;
    boolean isInterface = model.flags().has(AccessFlag.INTERFACE);
    code.invoke(Opcode.INVOKESTATIC, model.thisClass().asSymbol(), name, site.typeSymbol(), isInterface);
    methods.add(out ->
        out.withMethodBody(name, site.typeSymbol(), ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, body -> write(body, site)));
  }

  private static void write(CodeBuilder code, InvokeDynamicInstruction site) {
    if (isTypeSwitch(site)) {
      writeTypeSwitch(code, site.bootstrapArgs());
      return;
    }
    var components = new Components(site.bootstrapArgs());
    switch (site.name().stringValue()) {
      case "hashCode" -> components.writeHashCode(code);
      case "equals" -> components.writeEquals(code);
      case "toString" -> components.writeToString(code);
      default -> throw new IllegalStateException("unknown method of records: " + site.name());
    }
  }

  /// The index of the first label, from the given one on, that the value is an instance of.
  private static void writeTypeSwitch(CodeBuilder code, List<ConstantDesc> labels) {
    Label none = code.newLabel();
    Label isNull = code.newLabel();
    List<Label> tests = Stream.generate(code::newLabel).limit(labels.size()).toList();
    List<SwitchCase> starts =
        IntStream.range(0, tests.size()).mapToObj(index -> SwitchCase.of(index, tests.get(index))).toList();
    code.aload(0).ifnull(isNull).iload(1).tableswitch(0, labels.size() - 1, none, starts);
    for (int index = 0; index < tests.size(); index++) {
      Label next = index + 1 < tests.size() ? tests.get(index + 1) : none;
      code.labelBinding(tests.get(index)).aload(0).instanceOf((ClassDesc) labels.get(index));
      code.ifeq(next).loadConstant(index).ireturn();
    }
    code.labelBinding(none).loadConstant(labels.size()).ireturn();
    code.labelBinding(isNull).loadConstant(-1).ireturn();
  }

  /// The components of a record, and its methods as the JDK makes them.
  private record Components(ClassDesc owner, List<String> names, List<ClassDesc> types) {

    Components(List<ConstantDesc> arguments) {
      String names = (String) arguments.get(1);
      this(
          (ClassDesc) arguments.getFirst(),
          names.isEmpty() ? List.of() : List.of(names.split(";")),
          arguments.stream()
              .skip(2)
              .map(getter -> ((DirectMethodHandleDesc) getter).invocationType().returnType())
              .toList());
    }

    private void load(CodeBuilder code, int receiver, int index) {
      code.aload(receiver).getfield(owner, names.get(index), types.get(index));
    }

    void writeHashCode(CodeBuilder code) {
      code.iconst_0();
      for (int index = 0; index < names.size(); index++) {
        ClassDesc type = types.get(index);
        code.bipush(31).imul();
        load(code, 0, index);
        code.invokestatic(
            type.isPrimitive() ? boxed(type) : OBJECTS,
            "hashCode",
            MethodTypeDesc.of(CD_int, type.isPrimitive() ? type : CD_Object));
        code.iadd();
      }
      code.ireturn();
    }

    void writeEquals(CodeBuilder code) {
      Label isEqual = code.newLabel();
      Label differs = code.newLabel();
      code.aload(0).aload(1).if_acmpeq(isEqual).aload(1).instanceOf(owner).ifeq(differs);
      code.aload(1).checkcast(owner).astore(2);
      for (int index = 0; index < names.size(); index++) {
        load(code, 0, index);
        load(code, 2, index);
        writeComparison(code, types.get(index), differs);
      }
      code.labelBinding(isEqual).iconst_1().ireturn();
      code.labelBinding(differs).iconst_0().ireturn();
    }

    private static void writeComparison(CodeBuilder code, ClassDesc type, Label differs) {
      switch (TypeKind.from(type)) {
        case REFERENCE ->
            code.invokestatic(OBJECTS, "equals", MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object)).ifeq(differs);
        case LONG -> code.lcmp().ifne(differs);
        case FLOAT, DOUBLE ->
            code.invokestatic(boxed(type), "compare", MethodTypeDesc.of(CD_int, type, type)).ifne(differs);
        default -> code.if_icmpne(differs);
      }
    }

    void writeToString(CodeBuilder code) {
      code.new_(BUILDER).dup().invokespecial(BUILDER, "<init>", MTD_void);
      append(code.loadConstant(simpleName() + "["), CD_String);
      for (int index = 0; index < names.size(); index++) {
        append(code.loadConstant((index == 0 ? "" : ", ") + names.get(index) + "="), CD_String);
        load(code, 0, index);
        append(code, printed(types.get(index)));
      }
      append(code.loadConstant("]"), CD_String);
      code.invokevirtual(BUILDER, "toString", MethodTypeDesc.of(CD_String)).areturn();
    }

    private static void append(CodeBuilder code, ClassDesc type) {
      code.invokevirtual(BUILDER, "append", MethodTypeDesc.of(BUILDER, type));
    }

    /// A local record has a number before its name.
    private String simpleName() {
      String name = owner.displayName();
      return name.substring(name.lastIndexOf('$') + 1).replaceFirst("^\\d+", "");
    }

    private static ClassDesc printed(ClassDesc type) {
      return switch (type.descriptorString()) {
        case "B", "S" -> CD_int;
        case String name -> name.length() == 1 ? type : CD_Object;
      };
    }

    private static ClassDesc boxed(ClassDesc primitive) {
      return switch (TypeKind.from(primitive)) {
        case INT -> ClassDesc.of("java.lang.Integer");
        case CHAR -> ClassDesc.of("java.lang.Character");
        case TypeKind kind ->
            ClassDesc.of("java.lang." + kind.name().charAt(0) + kind.name().substring(1).toLowerCase(Locale.ROOT));
      };
    }
  }
}
