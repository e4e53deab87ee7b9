package jdsm.agent.pass.limits;

import java.util.Set;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Twins;
import jdsm.agent.pass.Names;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import jdsm.runtime.Remedies;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/** Refuses code whose accesses JDSM cannot keep coherent. Does not change the class. */
public final class LimitsPass implements Pass {
    private static final Set<String> UNSAFE = Set.of("sun/misc/Unsafe", "jdk/internal/misc/Unsafe");
    private static final Set<String> FIELD_LOOKUPS = Set.of("unreflectVarHandle", "unreflectGetter", "unreflectSetter");
    private static final Set<String> ELEMENT_LOOKUPS = Set.of("arrayElementGetter", "arrayElementSetter");
    /** Methods that make another handle of a handle; its accesses would not be recognised. */
    private static final Set<String> DERIVED_HANDLES = Set.of(
            "varHandleInvoker",
            "varHandleExactInvoker",
            "filterValue",
            "filterCoordinates",
            "insertCoordinates",
            "permuteCoordinates",
            "collectCoordinates",
            "dropCoordinates",
            "toMethodHandle",
            "withInvokeExactBehavior",
            "withInvokeBehavior");

    /** Protected fields of lists of the JDK. */
    private static final Set<String> OF_COLLECTIONS =
            Set.of("elementData", "elementCount", "capacityIncrement", "modCount");

    private static final String METHOD_HANDLES = "java/lang/invoke/MethodHandles";
    private static final String LOOKUP = METHOD_HANDLES + "$Lookup";

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        boolean shareable = classes.isShareable(node.name);
        for (MethodNode method : node.methods) {
            int kind = method.access & (Opcodes.ACC_NATIVE | Opcodes.ACC_STATIC);
            if (shareable && kind == Opcodes.ACC_NATIVE) {
                report.refuse(Names.refusal(
                        node,
                        method,
                        null,
                        "a native method may access fields of a shared object without a check;"
                                + " make the method static and pass the values that it needs as parameters"));
            }
            MonitorLimits.refuse(node, method, classes, report);
            for (AbstractInsnNode instruction : method.instructions) {
                String reason = ReplacedTypes.of(instruction, classes);
                if (reason != null) {
                    report.refuse(Names.refusal(node, method, instruction, reason));
                    continue;
                }
                if (instruction instanceof FieldInsnNode access) {
                    reason = access.getOpcode() == Opcodes.PUTSTATIC
                            ? ofStatic(node, method, access, classes)
                            : ofInherited(access, classes);
                } else if (instruction instanceof MethodInsnNode call) {
                    reason = ofCall(node, method, call, classes);
                }
                if (reason != null) {
                    report.refuse(Names.refusal(node, method, instruction, reason));
                }
            }
        }
    }

    /** The reason against a field that a class of the program inherits from a collection of the JDK; null if there is none. */
    private static String ofInherited(FieldInsnNode access, Classes classes) {
        if (!OF_COLLECTIONS.contains(access.name)
                || Twins.isTwin(access.owner)
                || !classes.isApplication(access.owner)) {
            return null;
        }
        String declaring = classes.declaringField(access.owner, access.name, access.desc);
        boolean inherits = declaring == null || !classes.isApplication(declaring);
        return inherits && classes.withSupertypes(access.owner).stream().anyMatch(Twins::isTwin)
                ? "field " + access.name + ", which " + Names.ofClass(access.owner)
                        + " inherits from a collection of the JDK, has no content: woven code keeps the elements elsewhere;"
                        + " use the collection's methods, such as size() and get(index)"
                : null;
    }

    private static String ofStatic(ClassNode node, MethodNode method, FieldInsnNode access, Classes classes) {
        boolean initializes = method.name.equals("<clinit>") && access.owner.equals(node.name);
        if (initializes || classes.isOwnStatic(access.owner, access.name, access.desc)) {
            return null;
        }
        String declaring = classes.declaringOwn(access.owner, access.name, access.desc);
        String field = Names.of(declaring == null ? access.owner : declaring, access.name);
        return "static field " + field
                + " is written outside its class initialiser, and each rank has a value of its own; "
                + Remedies.ofStatic(field);
    }

    private static String ofCall(ClassNode node, MethodNode method, MethodInsnNode call, Classes classes) {
        int arguments = Type.getArgumentCount(call.desc);
        if (DERIVED_HANDLES.contains(call.name) && (call.owner.equals(METHOD_HANDLES) || Twins.isHandle(call.owner))) {
            return "a handle that is made of another one is not kept coherent; call the methods of the VarHandle itself";
        }
        if (call.owner.equals(LOOKUP) && FIELD_LOOKUPS.contains(call.name)) {
            return isOfOthers(constant(node, method, call, arguments - 1), classes)
                    ? null
                    : "a field handle's accesses are not kept coherent; use the field itself";
        }
        if (call.owner.equals(METHOD_HANDLES) && ELEMENT_LOOKUPS.contains(call.name)) {
            return "an element handle's accesses are not kept coherent; use the array itself";
        }
        if (UNSAFE.contains(call.owner) && call.desc.startsWith("(Ljava/lang/Object;J")) {
            return "Unsafe's accesses are not kept coherent; use fields and arrays";
        }
        String passed = Twins.passedToLibrary(call.owner, call.desc, classes);
        if (passed != null && Twins.isHandle(passed)) {
            return Names.ofClass(call.owner) + " is not woven, and its accesses by a VarHandle are not kept coherent;"
                    + " weave it (" + Remedies.option("include", Names.ofClass(call.owner))
                    + ") or access the field here";
        }
        if (passed != null) {
            return Names.ofClass(call.owner) + " is not woven, and would not see the state of a "
                    + Names.ofClass(passed)
                    + " that woven code makes; weave it ("
                    + Remedies.option("include", Names.ofClass(call.owner)) + ") or pass the value";
        }
        if (call.owner.equals("java/lang/Class") && call.name.equals("getDeclaredField") && isOfScalaLazy(call)) {
            Type type = constant(node, method, call, arguments);
            if (type != null && classes.isShareable(type.getInternalName())) {
                return "a lazy val of Scala 3 is accessed by Unsafe, which is not kept coherent;"
                        + " mark it @scala.annotation.threadUnsafe, and force it in initialize or under a lock,"
                        + " or write a val";
            }
        }
        return null;
    }

    /** Whether the field that a call finds is one for which Scala 3 asks for an offset, as it does for lazy values. */
    private static boolean isOfScalaLazy(MethodInsnNode call) {
        return call.getNext() instanceof MethodInsnNode next && next.owner.equals("scala/runtime/LazyVals$");
    }

    /** Whether a looked-up class is known and its objects are never shared. */
    private static boolean isOfOthers(Type type, Classes classes) {
        return type != null && type.getSort() == Type.OBJECT && !classes.isShareable(type.getInternalName());
    }

    /**
     * The class constant at a depth of the stack before a call; null if the value is no constant. Depth 0 is the top.
     */
    private static Type constant(ClassNode node, MethodNode method, MethodInsnNode call, int depth) {
        try {
            Frame<SourceValue> frame = new Analyzer<>(new SourceInterpreter())
                    .analyze(node.name, method)[method.instructions.indexOf(call)];
            Set<AbstractInsnNode> sources =
                    frame == null ? Set.of() : frame.getStack(frame.getStackSize() - 1 - depth).insns;
            return sources.size() == 1
                            && sources.iterator().next() instanceof LdcInsnNode constant
                            && constant.cst instanceof Type type
                    ? type
                    : null;
        } catch (AnalyzerException e) {
            throw new IllegalStateException(node.name + "." + method.name + method.desc, e);
        }
    }
}
