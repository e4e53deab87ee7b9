package jdsm.agent.fault;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import jdsm.agent.analysis.Body;
import jdsm.agent.analysis.Call;
import jdsm.agent.analysis.Classes;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The deliberate faults of the weaver, of which each must be found. Those of the analyses are in what the weaver is told of classes
 * ({@link #in}), all others are put into what it has woven ({@link #put}); so they do not depend on how it is written.
 */
public enum WeaverFault {
    // The analyses.
    CALL_THAT_KILLS_NOTHING(classes -> new FaultyClasses(classes) {
        @Override
        public boolean maySynchronize(Call call) {
            return isInitializer(call) && super.maySynchronize(call);
        }
    }),
    CALLBACK_OF_THE_JDK_THAT_KILLS_NOTHING(classes -> new FaultyClasses(classes) {
        @Override
        public boolean maySynchronize(Call call) {
            return !call.owner().startsWith("java/util/") && super.maySynchronize(call);
        }
    }),
    OVERRIDING_METHODS_FORGOTTEN(classes -> new FaultyClasses(classes) {
        @Override
        public boolean maySynchronize(Call call) {
            Call named = new Call(call.owner(), call.name(), call.descriptor(), false);
            boolean isRandom = call.virtual() && call.owner().startsWith("R");
            return isRandom ? !call.name().equals("f") && super.maySynchronize(named) : super.maySynchronize(call);
        }
    }),
    OVERRIDING_METHOD_OF_A_RECEIVER_FORGOTTEN(classes -> new FaultyClasses(classes) {
        @Override
        public Map<String, Call> receivers(Call call, String from) {
            Map<String, Call> methods = new LinkedHashMap<>(super.receivers(call, from));
            methods.values().stream()
                    .filter(method -> !methods.containsKey(method.owner()))
                    .findFirst()
                    .ifPresent(inherited -> methods.replaceAll((type, method) -> inherited));
            return methods;
        }
    }),
    /** As if a method that is overridden twice were that of the class above. */
    METHOD_OF_A_SUPERCLASS_SKIPPED(classes -> new FaultyClasses(classes) {
        @Override
        public Body body(Call call) {
            String above = call.virtual() ? null : superName(call.owner());
            Body skipped = above == null ? null : super.body(new Call(above, call.name(), call.descriptor(), false));
            return skipped == null ? super.body(call) : skipped;
        }
    }),
    FUNCTION_ON_NUMBERS_THAT_KILLS_NOTHING(classes -> new FaultyClasses(classes) {
        @Override
        public boolean maySynchronize(Call call) {
            return !call.owner().startsWith("java/util/function/Int") && super.maySynchronize(call);
        }
    }),
    INITIALIZER_THAT_KILLS_NOTHING(classes -> new FaultyClasses(classes) {
        @Override
        public boolean maySynchronize(Call call) {
            return !isInitializer(call) && super.maySynchronize(call);
        }
    }),
    SUPERTYPES_INITIALIZER_FORGOTTEN(classes -> new FaultyClasses(classes) {
        @Override
        public Set<String> initializers(String name) {
            Set<String> own = new HashSet<>(super.initializers(name));
            own.retainAll(Set.of(name));
            return own;
        }
    }),
    LAMBDAS_INITIALIZER_FORGOTTEN(classes -> new FaultyClasses(classes) {
        @Override
        public Set<String> initializersOfImplementation(String name) {
            return Set.of();
        }
    }),
    STORES_OF_INITIALIZERS_FORGOTTEN(classes -> new FaultyClasses(classes) {
        @Override
        public Set<String> stores(Call call) {
            return isInitializer(call) ? Set.of() : super.stores(call);
        }
    }),
    STORES_OF_CALLS_FORGOTTEN(classes -> new FaultyClasses(classes) {
        @Override
        public Set<String> stores(Call call) {
            return isInitializer(call) ? super.stores(call) : Set.of();
        }
    }),
    STORES_OF_ROWS_FORGOTTEN(classes -> new FaultyClasses(classes) {
        @Override
        public Set<String> stores(Call call) {
            Set<String> stores = new HashSet<>(super.stores(call) == null ? Set.of() : super.stores(call));
            stores.remove("[]");
            return stores;
        }
    }),

    // Checks directly before accesses.
    NO_CHECK_OF_READ_FIELD(check("read", "(S)V"), WeaverFault::drop),
    NO_CHECK_OF_WRITTEN_FIELD(check("write", "(S)V"), WeaverFault::drop),
    WRITTEN_FIELD_CHECKED_FOR_READING(check("write", "(S)V"), named("read")),
    NO_CHECK_OF_READ_ELEMENT(check("read", "(SI)V"), WeaverFault::drop),
    NO_CHECK_OF_WRITTEN_ELEMENT(check("write", "(SI)V"), WeaverFault::drop),
    WRITTEN_ELEMENT_CHECKED_FOR_READING(check("write", "(SI)V"), named("read")),
    NO_CHECK_OF_READ_REFERENCE(check("read", "(RII)V"), WeaverFault::drop),
    NO_CHECK_OF_WRITTEN_REFERENCE(check("write", "(RII)V"), WeaverFault::drop),
    WRITTEN_REFERENCE_CHECKED_FOR_READING(check("write", "(RII)V"), named("read")),
    ELEMENT_BEFORE_READ(check("read", "(SI)V"), broken("Before")),
    ELEMENT_BEFORE_WRITTEN(check("write", "(SI)V"), broken("Before")),

    // Handles.
    STALE_HANDLE(check("of", "([I)S"), broken("")),
    NO_HANDLE_TO_READ(check("toRead", "([I)S"), WeaverFault::nothing),
    WRITTEN_BY_A_HANDLE_TO_READ(check("of", "([I)S"), named("toRead")),
    NO_HANDLE_OF_ARRAYS(check("of", "([I)S"), WeaverFault::nothing),
    NO_HANDLE_OF_OBJECTS(
            node -> node instanceof FieldInsnNode field
                    && field.getOpcode() == Opcodes.GETFIELD
                    && field.name.equals("$jdsm"),
            WeaverFault::nothing),
    REMEMBERED_FOR_EVER(check("isStill", "(J)Z"), WeaverFault::always),
    REMEMBERED_UNREAD(check("unlessReadable", "(S)S"), WeaverFault::nothing),
    REMEMBERED_UNWRITTEN(check("unlessWritable", "(S)S"), WeaverFault::nothing),
    REMEMBERED_FOR_READING(check("unlessWritable", "(S)S"), named("unlessReadable")),
    REMEMBERED_OBJECT_FOR_READING(check("writeOnce", "(S)J"), named("readOnce")),
    OBJECTS_TAKEN_FOR_READABLE(check("areReadable", "(I)Z"), WeaverFault::always),
    OBJECTS_TAKEN_FOR_WRITABLE(check("areWritable", "(I)Z"), WeaverFault::always),
    PARAMETER_TAKEN_FOR_WRITABLE(check("isWritable", "(S)Z"), WeaverFault::always),
    ROW_TAKEN_FOR_WRITABLE(check("isWritableRow", "(RIO)Z"), WeaverFault::always),
    ROW_READ_UNCHECKED(check("element", ""), WeaverFault::unchecked),
    SETTLED_UNREAD(check("settleRead", "(S)S"), WeaverFault::nothing),
    SETTLED_UNWRITTEN(check("settleWrite", "(S)S"), WeaverFault::nothing),
    SETTLED_FOR_READING(check("settleWrite", "(S)S"), named("settleRead")),
    GATHER_SETTLED_UNREAD(check("settleGather", "(S)S"), WeaverFault::nothing),
    SCATTER_SETTLED_UNWRITTEN(check("settleScatter", "(S)S"), WeaverFault::nothing),
    SCATTER_SETTLED_FOR_READING(check("settleScatter", "(S)S"), named("settleGather")),

    // Ranges before loops.
    NO_RANGE_READ(range("read"), WeaverFault::drop),
    NO_RANGE_WRITTEN(range("write"), WeaverFault::drop),
    RANGE_WRITTEN_CHECKED_FOR_READING(range("write"), named("read")),
    SHORT_RANGE(range("read").or(range("write")), broken("ShortRange")),
    LATE_RANGE(range("read").or(range("write")), broken("LateRange")),
    SHORT_RUN(range("read").or(range("write")), broken("ShortRun")),
    COUNTER_THAT_DOES_NOT_WRAP(range("read").or(range("write")), broken("Unwrapped")),
    NO_ROWS_READ(range("readRows"), WeaverFault::drop),
    NO_ROWS_WRITTEN(range("writeRows"), WeaverFault::drop),
    ROWS_WRITTEN_CHECKED_FOR_READING(range("writeRows"), named("readRows")),
    ONE_ROW_TOO_FEW(range("readRows").or(range("writeRows")), broken("Few")),

    NO_SEGMENTS_READ(range("readSegments"), WeaverFault::drop),
    NO_SEGMENTS_WRITTEN(range("writeSegments"), WeaverFault::drop),
    SEGMENTS_WRITTEN_CHECKED_FOR_READING(range("writeSegments"), named("readSegments")),
    NO_BLOCK_READ(range("readBlock"), WeaverFault::drop),
    NO_BLOCK_WRITTEN(range("writeBlock"), WeaverFault::drop),
    BLOCK_WRITTEN_CHECKED_FOR_READING(range("writeBlock"), named("readBlock")),
    LAST_VALUE_TOO_EARLY(range("last"), broken("TooEarly")),

    // Ranges given to the JDK.
    NO_CHECK_OF_GIVEN_RANGE(check("writeRange", "(SII)V"), WeaverFault::drop),
    GIVEN_RANGE_CHECKED_FOR_READING(check("writeRange", "(SII)V"), named("readRange")),
    GIVEN_RANGE_SHORT(check("writeRange", "(SII)V"), broken("Short")),

    // Places.
    CHECKED_BEFORE_MONITOR("jdsm/runtime/Monitors", "entered"),
    CHECKED_BEFORE_VOLATILE("jdsm/runtime/Volatiles", "exit"),
    CHECKED_BEFORE_BARRIER("", "barrier"),
    CHECKED_ONCE_IN_A_METHOD(node -> false, (method, node) -> {}) {
        /** Of the checks of elements that a method has, the first half: as if they held over whatever is between. */
        @Override
        boolean put(MethodNode method) {
            AbstractInsnNode[] checks = java.util.Arrays.stream(method.instructions.toArray())
                    .filter(check("read", "(SI)V").or(check("write", "(SI)V")))
                    .toArray(AbstractInsnNode[]::new);
            for (int i = (checks.length + 1) / 2; i < checks.length; i++) {
                drop(method, checks[i]);
            }
            return checks.length > 1;
        }
    };

    private static final String CHECKS = "jdsm/runtime/Checks";
    private static final String ENTRY_CHECKS = "jdsm/runtime/EntryChecks";
    private static final String RANGES = "jdsm/runtime/Ranges";
    private static final String SHARED = "Ljdsm/runtime/Shared;";

    /** Changes an instruction of a woven method. */
    @FunctionalInterface
    private interface Change {
        void make(MethodNode method, AbstractInsnNode node);
    }

    private final boolean inWovenCode;
    private final UnaryOperator<Classes> classes;
    private final Predicate<AbstractInsnNode> which;
    private final Change change;

    WeaverFault(UnaryOperator<Classes> classes) {
        this.inWovenCode = false;
        this.classes = classes;
        this.which = node -> false;
        this.change = (method, node) -> {};
    }

    WeaverFault(Predicate<AbstractInsnNode> which, Change change) {
        this.inWovenCode = true;
        this.classes = UnaryOperator.identity();
        this.which = which;
        this.change = change;
    }

    /** As if what is checked behind a synchronisation had been checked before it. @param owner empty if it does not matter */
    WeaverFault(String owner, String name) {
        this(
                node -> node instanceof MethodInsnNode call
                        && (owner.isEmpty() || call.owner.equals(owner))
                        && call.name.equals(name),
                WeaverFault::dropBehind);
    }

    /** What a weaver with this fault knows of classes. */
    public Classes in(Classes right) {
        return classes.apply(right);
    }

    /** Whether it is put into what was woven; else it is in what the weaver is told. */
    public boolean isInWovenCode() {
        return inWovenCode;
    }

    /** Puts it into a woven class. @return whether there was a place for it */
    public boolean put(ClassNode woven) {
        boolean changed = false;
        for (MethodNode method : woven.methods) {
            changed |= !method.name.equals("$jdsm") && put(method);
        }
        return changed;
    }

    boolean put(MethodNode method) {
        boolean changed = false;
        for (AbstractInsnNode node : method.instructions.toArray()) {
            if (which.test(node)) {
                change.make(method, node);
                changed = true;
            }
        }
        return changed;
    }

    private static void dropBehind(MethodNode method, AbstractInsnNode synchronisation) {
        for (AbstractInsnNode node = synchronisation.getNext(), next; node != null; node = next) {
            next = node.getNext();
            if (node instanceof MethodInsnNode call && call.owner.equals(CHECKS) && call.desc.endsWith("V")) {
                drop(method, node);
            }
        }
    }

    private static boolean isInitializer(Call call) {
        return call.name().equals("<clinit>");
    }

    /** @param descriptor with S for a handle, and R for an array of references */
    private static Predicate<AbstractInsnNode> check(String name, String descriptor) {
        return node -> node instanceof MethodInsnNode call
                && (call.owner.equals(CHECKS)
                                && call.desc.equals(descriptor
                                        .replace("O", "Ljava/lang/Object;")
                                        .replace("S", SHARED)
                                        .replace("R", "[Ljava/lang/Object;"))
                        || call.owner.equals(ENTRY_CHECKS))
                && call.name.equals(name);
    }

    private static Predicate<AbstractInsnNode> range(String name) {
        return node -> node instanceof MethodInsnNode call && call.owner.equals(RANGES) && call.name.equals(name);
    }

    private static Change named(String other) {
        return (method, node) -> ((MethodInsnNode) node).name = other;
    }

    private static Change broken(String how) {
        return (method, node) -> {
            ((MethodInsnNode) node).owner = BrokenChecks.NAME;
            ((MethodInsnNode) node).name += how;
        };
    }

    /** Reads a row without the check, whether or not its array has been settled. */
    private static void unchecked(MethodNode method, AbstractInsnNode node) {
        MethodInsnNode call = (MethodInsnNode) node;
        if (Type.getArgumentTypes(call.desc).length > 2) {
            method.instructions.insertBefore(node, new InsnNode(Opcodes.POP));
            call.desc = call.desc.replace(SHARED + ")", ")").replace("II)", "I)");
        }
        call.owner = ENTRY_CHECKS;
        call.name = "elementUnchecked";
    }

    /** Takes the arguments away. */
    private static void drop(MethodNode method, AbstractInsnNode node) {
        popArguments(method, node);
        method.instructions.remove(node);
    }

    private static void popArguments(MethodNode method, AbstractInsnNode node) {
        InsnList code = new InsnList();
        Type[] types = Type.getArgumentTypes(((MethodInsnNode) node).desc);
        for (int i = types.length - 1; i >= 0; i--) {
            code.add(new InsnNode(types[i].getSize() == 2 ? Opcodes.POP2 : Opcodes.POP));
        }
        method.instructions.insertBefore(node, code);
    }

    /** True in place of a comparison. */
    private static void always(MethodNode method, AbstractInsnNode node) {
        popArguments(method, node);
        method.instructions.set(node, new InsnNode(Opcodes.ICONST_1));
    }

    /** Null in place of a handle. */
    private static void nothing(MethodNode method, AbstractInsnNode node) {
        if (node instanceof MethodInsnNode) {
            popArguments(method, node);
        } else {
            method.instructions.insertBefore(node, new InsnNode(Opcodes.POP)); // the object of a field
        }
        method.instructions.set(node, new InsnNode(Opcodes.ACONST_NULL));
    }
}
