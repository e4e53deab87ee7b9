package jdsm.agent.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Follows objects that build texts through a method, from the instructions that make them. Those that nothing but the JDK's
 * methods receives, and that no other place keeps, can stay objects of the JDK's classes. Objects that may be in one variable stay
 * together.
 */
final class TextFlow extends BasicInterpreter {
    private static final BasicValue NULL = new BasicValue(Type.getObjectType("null"));
    private static final String CONCATENATION = "java/lang/invoke/StringConcatFactory";

    /** Methods of the JDK that neither keep nor return an object which they have as a parameter of any class. */
    private static final Set<String> READERS = Set.of(
            "java/lang/String.valueOf",
            "java/util/Objects.toString",
            "java/io/PrintStream.print",
            "java/io/PrintStream.println",
            "java/io/PrintWriter.print",
            "java/io/PrintWriter.println");

    /** Methods whose parameter must be an object of the receiver's class. */
    private static final Set<String> OF_TWO = Set.of("compareTo", "merge");

    /** Tells which methods have the JDK's types, for code that is not woven declares them. */
    interface Declared {
        boolean elsewhere(String owner, String name, String descriptor);
    }

    /** An object that has been made at one of some places. */
    static final class Text extends BasicValue {
        private final Set<Integer> sources;

        private Text(Set<Integer> sources) {
            super(Type.getObjectType("text"));
            this.sources = sources;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Text text && text.sources.equals(sources);
        }

        @Override
        public int hashCode() {
            return sources.hashCode();
        }
    }

    private final Set<String> types;
    private final Declared declared;
    /** Whether parameters and the result have the JDK's types. */
    private final boolean ofJdk;

    private final Type result;
    private final Map<AbstractInsnNode, Integer> made = new HashMap<>();
    private final Map<Integer, Integer> parameters = new HashMap<>();
    /** For each source one of those that stay together with it, in the end itself. */
    private final List<Integer> representatives = new ArrayList<>();

    /** The sources of objects that the JDK has made. */
    private final Set<Integer> given = new TreeSet<>();
    /** Objects that some other place may keep. */
    private final Set<Integer> leaving = new TreeSet<>();
    /** Of these the ones whose place has the type itself, so that it must be woven code's. */
    private final Set<Integer> bound = new TreeSet<>();

    /** Of each group of sources that stay together, the representative, unless its objects stay the JDK's. */
    private final Set<Integer> gone = new HashSet<>();

    private Frame<BasicValue>[] frames;

    private TextFlow(Set<String> types, Declared declared, boolean ofJdk, Type result) {
        super(Opcodes.ASM9);
        this.types = types;
        this.declared = declared;
        this.ofJdk = ofJdk;
        this.result = result;
    }

    /** @param types the types that are replaced, by internal names */
    static TextFlow of(String owner, MethodNode method, Set<String> types, Declared declared, boolean ofJdk) {
        TextFlow flow = new TextFlow(types, declared, ofJdk, Type.getReturnType(method.desc));
        try {
            flow.frames = new TextFrames(flow, method, types).analyze(owner, method);
            flow.end();
        } catch (AnalyzerException e) {
            throw new IllegalStateException(owner + "." + method.name + method.desc, e);
        }
        return flow;
    }

    /** The values before an instruction; null if no execution reaches it. */
    Frame<BasicValue> before(int instruction) {
        return frames[instruction];
    }

    /** Whether a value stays an object of the JDK's class. */
    boolean stays(BasicValue value) {
        return value instanceof Text text && staysAll(text.sources);
    }

    private boolean staysAll(Set<Integer> sources) {
        return sources.stream().noneMatch(source -> gone.contains(find(source)));
    }

    private Set<Integer> representativesOf(Set<Integer> some) {
        return some.stream().map(this::find).collect(Collectors.toSet());
    }

    /** All places have been looked at. */
    private void end() {
        Set<Integer> ofJdkOnly = representativesOf(given);
        gone.addAll(representativesOf(leaving));
        gone.removeAll(ofJdkOnly);
        ofJdkOnly.retainAll(representativesOf(bound));
        gone.addAll(ofJdkOnly);
    }

    /** Whether an object stays one of the JDK's that an instruction makes, or receives from the JDK. */
    boolean staysFrom(AbstractInsnNode instruction) {
        Integer source = made.get(instruction);
        return source != null && staysAll(Set.of(source));
    }

    /** Whether an instruction receives an object from the JDK that does not stay within the method. */
    boolean leavesFrom(AbstractInsnNode instruction) {
        return made.containsKey(instruction) && !staysFrom(instruction);
    }

    /** The variables of parameters with objects of the JDK that do not stay within the method. */
    Set<Integer> leavingParameters() {
        Set<Integer> found = new TreeSet<>();
        parameters.forEach((variable, source) -> {
            if (!staysAll(Set.of(source))) {
                found.add(variable);
            }
        });
        return found;
    }

    static boolean isNull(BasicValue value) {
        return value == NULL;
    }

    private int source() {
        representatives.add(representatives.size());
        return representatives.size() - 1;
    }

    private int find(int source) {
        int found = source;
        while (representatives.get(found) != found) {
            found = representatives.get(found);
        }
        return found;
    }

    private void join(Text one, Text other) {
        int first = find(one.sources.iterator().next());
        for (int source : one.sources) {
            representatives.set(find(source), first);
        }
        for (int source : other.sources) {
            representatives.set(find(source), first);
        }
    }

    /** Notes that another place gets an object. */
    private void leave(BasicValue value, boolean placeHasType) {
        if (value instanceof Text text) {
            leaving.addAll(text.sources);
            if (placeHasType) {
                bound.addAll(text.sources);
            }
        }
    }

    private Text given(int source) {
        given.add(source);
        return new Text(Set.of(source));
    }

    private boolean isReplaced(Type type) {
        return TextBuilders.isAmong(types, type);
    }

    @Override
    public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
        if (ofJdk && isReplaced(type)) {
            return given(parameters.computeIfAbsent(local, any -> source()));
        }
        return super.newParameterValue(isInstanceMethod, local, type);
    }

    @Override
    public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
        if (instruction.getOpcode() == Opcodes.ACONST_NULL) {
            return NULL;
        }
        return instruction instanceof TypeInsnNode type && types.contains(type.desc)
                ? new Text(Set.of(made.computeIfAbsent(instruction, any -> source())))
                : super.newOperation(instruction);
    }

    @Override
    public BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value) throws AnalyzerException {
        if (instruction.getOpcode() == Opcodes.CHECKCAST && value instanceof Text text) {
            join(text, text);
            return value; // a null that is cast has a type
        }
        if (instruction.getOpcode() == Opcodes.PUTSTATIC) {
            leave(value, isReplaced(Type.getType(((FieldInsnNode) instruction).desc)));
        }
        return super.unaryOperation(instruction, value);
    }

    @Override
    public BasicValue binaryOperation(AbstractInsnNode instruction, BasicValue first, BasicValue second)
            throws AnalyzerException {
        if (instruction.getOpcode() == Opcodes.PUTFIELD) {
            leave(second, isReplaced(Type.getType(((FieldInsnNode) instruction).desc)));
        }
        return super.binaryOperation(instruction, first, second);
    }

    @Override
    public BasicValue ternaryOperation(
            AbstractInsnNode instruction, BasicValue array, BasicValue index, BasicValue value)
            throws AnalyzerException {
        leave(value, true);
        return super.ternaryOperation(instruction, array, index, value);
    }

    @Override
    public void returnOperation(AbstractInsnNode instruction, BasicValue value, BasicValue expected) {
        if (!ofJdk) {
            leave(value, isReplaced(result));
        }
    }

    @Override
    public BasicValue naryOperation(AbstractInsnNode instruction, List<? extends BasicValue> values)
            throws AnalyzerException {
        if (instruction instanceof MethodInsnNode call) {
            return call(call, values);
        }
        boolean concatenates = instruction instanceof InvokeDynamicInsnNode dynamic
                && dynamic.bsm.getOwner().equals(CONCATENATION);
        if (!concatenates) {
            values.forEach(value -> leave(value, true));
        }
        return super.naryOperation(instruction, values);
    }

    private BasicValue call(MethodInsnNode call, List<? extends BasicValue> values) throws AnalyzerException {
        int first = call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
        BasicValue receiver = first == 0 ? null : values.get(0);
        Type[] declaredTypes = Type.getArgumentTypes(call.desc);
        boolean onText = receiver instanceof Text || types.contains(call.owner);
        boolean elsewhere = onText || declared.elsewhere(call.owner, call.name, call.desc);
        for (int i = 0; i < declaredTypes.length; i++) {
            BasicValue argument = values.get(first + i);
            if (onText && OF_TWO.contains(call.name) && isReplaced(declaredTypes[i])) {
                together(receiver, argument);
            } else if (!onText && !(elsewhere && isRead(call, declaredTypes[i]))) {
                leave(argument, isReplaced(declaredTypes[i]));
            }
        }
        Type result = Type.getReturnType(call.desc);
        if (isNull(receiver) && isReplaced(result)) {
            return NULL; // a loop may show later that there are others
        }
        if (receiver instanceof Text) {
            boolean itself = isReplaced(result) || result.getDescriptor().equals("Ljava/lang/Appendable;");
            return itself ? receiver : super.naryOperation(call, values);
        }
        if (onText || !elsewhere || !isReplaced(result)) {
            return super.naryOperation(call, values);
        }
        int same = replacedParameter(declaredTypes);
        if (same < 0) {
            return given(made.computeIfAbsent(call, any -> source()));
        }
        BasicValue appended = values.get(first + same);
        return isNull(appended) ? super.naryOperation(call, values) : appended;
    }

    /** The parameter to which a method of the JDK appends, and which it returns if it returns such an object; or -1. */
    private int replacedParameter(Type[] parameters) {
        for (int i = 0; i < parameters.length; i++) {
            if (isReplaced(parameters[i])) {
                return i;
            }
        }
        return -1;
    }

    private void together(BasicValue one, BasicValue other) {
        if (one instanceof Text first && other instanceof Text second) {
            join(first, second);
        } else if (!isNull(one) && !isNull(other)) {
            leave(one, true);
            leave(other, true);
        }
    }

    /** Whether a method that is not woven passes an argument to nobody else. */
    private boolean isRead(MethodInsnNode call, Type type) {
        return isReplaced(type)
                || type.getDescriptor().equals("Ljava/lang/CharSequence;")
                || READERS.contains(call.owner + "." + call.name);
    }

    /** Merges what a place of a type may have, where several ways of the execution meet. */
    BasicValue merge(BasicValue first, BasicValue second, TextFrames.Place place) {
        if (first.equals(second) && second.equals(first)) {
            return first;
        }
        if (place == TextFrames.Place.CONTINUED) {
            return second;
        }
        if (place == TextFrames.Place.UNUSED) {
            return BasicValue.UNINITIALIZED_VALUE;
        }
        boolean hasType = place != TextFrames.Place.OF_OTHER_TYPE;
        if (first instanceof Text one && second instanceof Text other) {
            if (hasType) {
                join(one, other);
            }
            Set<Integer> both = new TreeSet<>(one.sources);
            both.addAll(other.sources);
            return both.equals(one.sources) ? one : new Text(both);
        }
        if (!isReference(first) || !isReference(second)) {
            return super.merge(first, second);
        }
        if (isNull(first) || isNull(second)) {
            return isNull(first) ? second : first;
        }
        leave(first, hasType);
        leave(second, hasType);
        return BasicValue.REFERENCE_VALUE;
    }

    @Override
    public BasicValue merge(BasicValue first, BasicValue second) {
        return merge(first, second, TextFrames.Place.UNKNOWN);
    }

    private static boolean isReference(BasicValue value) {
        return value instanceof Text || value == BasicValue.REFERENCE_VALUE || isNull(value);
    }
}
