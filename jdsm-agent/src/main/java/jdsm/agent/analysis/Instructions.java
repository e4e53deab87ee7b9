package jdsm.agent.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Determines the effect of single instructions of a class, without the code of the methods that they run. JVMS 5.5 says
 * which classes an instruction initialises. Wherever code of a class runs, the class and its supertypes have been
 * initialised already. Thread-safe if {@link Classes} is.
 */
final class Instructions {
    static final String INITIALIZER = "<clinit>";

    private static final String RUNTIME = "jdsm/runtime/";
    /** The runtime's entry points that only check. */
    private static final Set<String> CHECKING = Set.of(RUNTIME + "Checks", RUNTIME + "Ranges", RUNTIME + "Statics");
    /** The runtime's entry points that may store anywhere but do not synchronise: they copy, fill, make and hash. */
    private static final Set<String> STORING = Set.of(
            RUNTIME + "ArrayCalls",
            RUNTIME + "ArrayCopy",
            RUNTIME + "ArrayViews",
            RUNTIME + "Clones",
            RUNTIME + "Hashes");

    /** The bootstrap methods of counters, which neither store into what a program sees nor synchronise. */
    private static final Set<String> COUNTING = Set.of(RUNTIME + "Profiled", RUNTIME + "Allocations");

    private final Classes classes;
    private final String self;
    /** The classes that have been initialised wherever code of the class runs. */
    private final Set<String> initialized;

    /** @param self the class */
    Instructions(Classes classes, String self) {
        this.classes = classes;
        this.self = self;
        this.initialized = classes.initializers(self);
    }

    /** The effects of all methods of a class, by name and descriptor. */
    static Map<String, Effect> ofMethods(byte[] classFile, Classes classes) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        Instructions instructions = new Instructions(classes, node.name);
        Map<String, Effect> effects = new HashMap<>();
        for (MethodNode method : node.methods) {
            effects.put(ClassFacts.key(method.name, method.desc), instructions.all(method));
        }
        return effects;
    }

    private Effect all(MethodNode method) {
        List<Effect> parts = new ArrayList<>();
        if ((method.access & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE)) != 0) {
            parts.add(Effect.SYNCHRONIZES);
        }
        for (AbstractInsnNode node : method.instructions) {
            parts.add(of(node));
        }
        return Effect.of(parts);
    }

    /** The effect of an instruction; labels, lines and frames have none. */
    Effect of(AbstractInsnNode node) {
        if (node instanceof FieldInsnNode field) {
            return ofField(field);
        }
        if (node instanceof MethodInsnNode call) {
            return ofCall(call);
        }
        if (node instanceof InvokeDynamicInsnNode dynamic) {
            return ofDynamic(dynamic);
        }
        if (node instanceof LdcInsnNode constant) {
            // Resolving a class, a method type or a method handle initialises no class.
            return constant.cst instanceof ConstantDynamic ? Effect.SYNCHRONIZES : Effect.NONE;
        }
        return switch (node.getOpcode()) {
            case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> Effect.SYNCHRONIZES;
            case Opcodes.AASTORE, Opcodes.IASTORE, Opcodes.BASTORE, Opcodes.CASTORE, Opcodes.SASTORE ->
                Effect.storing(Memory.elements(node.getOpcode()));
            case Opcodes.NEW -> initializing(((TypeInsnNode) node).desc);
            default -> Effect.NONE;
        };
    }

    private Effect ofField(FieldInsnNode field) {
        if (StaticHolders.isOf(field)) {
            return Effect.NONE; // a class with a holder is initialised before the workers start
        }
        int opcode = field.getOpcode();
        boolean isVolatile = classes.isVolatile(field.owner, field.name, field.desc)
                || classes.hasVolatileElements(field.owner, field.name, field.desc);
        boolean writes = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
        Effect access = isVolatile ? Effect.SYNCHRONIZES : Effect.NONE;
        Effect store = writes ? Effect.storing(Memory.key(field.name, field.desc)) : Effect.NONE;
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        String declaring = isStatic ? classes.declaringField(field.owner, field.name, field.desc) : null;
        return isStatic
                ? access.and(store).and(initializing(declaring == null ? field.owner : declaring))
                : access.and(store);
    }

    private Effect ofCall(MethodInsnNode call) {
        if (call.owner.startsWith(RUNTIME)) {
            return CHECKING.contains(call.owner)
                    ? Effect.NONE
                    : STORING.contains(call.owner) ? Effect.storing(Memory.ANYWHERE) : Effect.SYNCHRONIZES;
        }
        int opcode = call.getOpcode();
        boolean virtual = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
        Effect called = Effect.running(Set.of(new Call(call.owner, call.name, call.desc, virtual)));
        if (opcode != Opcodes.INVOKESTATIC) {
            return called;
        }
        String declaring = classes.declaring(call.owner, call.name, call.desc);
        return called.and(initializing(declaring == null ? call.owner : declaring));
    }

    private Effect ofDynamic(InvokeDynamicInsnNode call) {
        for (Object argument : call.bsmArgs) {
            if (argument instanceof ConstantDynamic) {
                return Effect.SYNCHRONIZES;
            }
        }
        if (LambdaClasses.defines(call) || COUNTING.contains(call.bsm.getOwner())) {
            return Effect.NONE;
        }
        return switch (call.bsm.getOwner()) {
            case "java/lang/invoke/LambdaMetafactory" -> ofLambda(call);
            case "java/lang/invoke/StringConcatFactory" -> isInert(call.desc) ? Effect.NONE : Effect.SYNCHRONIZES;
            default -> Effect.SYNCHRONIZES;
        };
    }

    /**
     * The effect of making a lambda, which calls no method of the application. But the JVM initialises the lambda's
     * class, which implements interfaces. It may also initialise the class of a referenced static method or
     * constructor, before the first call.
     */
    private Effect ofLambda(InvokeDynamicInsnNode call) {
        Effect effect = initializingWhatImplements(Type.getReturnType(call.desc));
        for (Object argument : call.bsmArgs) {
            if (argument instanceof Type type && type.getSort() == Type.OBJECT) {
                effect = effect.and(initializingWhatImplements(type));
            } else if (argument instanceof Handle handle && initializes(handle.getTag())) {
                String declaring = classes.declaring(handle.getOwner(), handle.getName(), handle.getDesc());
                effect = effect.and(initializing(declaring == null ? handle.getOwner() : declaring));
            }
        }
        return effect;
    }

    private static boolean initializes(int handleTag) {
        return handleTag == Opcodes.H_INVOKESTATIC || handleTag == Opcodes.H_NEWINVOKESPECIAL;
    }

    /**
     * Whether a string concatenation has only primitive and string operands; for other operands it calls
     * {@code toString}.
     */
    private static boolean isInert(String descriptor) {
        for (Type parameter : Type.getArgumentTypes(descriptor)) {
            boolean value = parameter.getSort() < Type.ARRAY
                    || parameter.getDescriptor().equals("Ljava/lang/String;");
            if (!value) {
                return false;
            }
        }
        return true;
    }

    private Effect initializing(String type) {
        return type.equals(self) ? Effect.NONE : running(classes.initializers(type));
    }

    private Effect initializingWhatImplements(Type type) {
        return running(classes.initializersOfImplementation(type.getInternalName()));
    }

    private Effect running(Set<String> types) {
        Set<String> first = new HashSet<>(types);
        first.removeAll(initialized);
        return first.isEmpty()
                ? Effect.NONE
                : Effect.running(first.stream()
                        .map(type -> new Call(type, INITIALIZER, "()V", false))
                        .collect(Collectors.toUnmodifiableSet()));
    }
}
