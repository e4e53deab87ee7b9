package jdsm.agent.analysis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.jdk.Conduct;
import jdsm.agent.jdk.JdkTable;
import jdsm.agent.jdk.Use;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Looks for what a class's initialiser changes of other classes: a static field that ranks share, or an object to which one
 * leads. Follows calls of methods that the instruction names; a method that overrides one of these, and what a lambda
 * does, is not seen. Not thread-safe.
 */
final class InitializerChanges {
    /** An object that a static field of another class leads to. */
    private static final BasicValue SHARED = new BasicValue(BasicValue.REFERENCE_VALUE.getType()) {
        @Override
        public boolean equals(Object other) {
            return other == this;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    };

    private final ApplicationClasses plain;
    /** The static fields that ranks share. */
    private final StaticHolders holders;

    private final String self;
    private final Map<String, ClassNode> read = new HashMap<>();
    /** The methods that were looked at, each with those of its arguments that are shared. */
    private final Set<String> seen = new HashSet<>();
    /** The static field that led to the object; of several, one. */
    private String last;

    private String found;

    private InitializerChanges(ApplicationClasses plain, StaticHolders holders, String self) {
        this.plain = plain;
        this.holders = holders;
        this.self = self;
    }

    /** The first static field of another class that an initialiser may change, or whose object; null if there is none. */
    static String of(String name, ApplicationClasses plain, StaticHolders holders) {
        InitializerChanges search = new InitializerChanges(plain, holders, name);
        search.look(name, Instructions.INITIALIZER, "()V", Set.of());
        return search.found;
    }

    /** @param shared the variables that are shared at the method's start */
    private void look(String owner, String name, String descriptor, Set<Integer> shared) {
        ClassNode node = found != null || !seen.add(owner + '.' + name + descriptor + shared) ? null : read(owner);
        MethodNode method = node == null
                ? null
                : node.methods.stream()
                        .filter(each -> each.name.equals(name) && each.desc.equals(descriptor))
                        .findFirst()
                        .orElse(null);
        if (method == null || method.instructions.size() == 0) {
            return;
        }
        try {
            new Analyzer<>(new Follower(shared)).analyze(owner, method);
        } catch (AnalyzerException e) {
            throw new IllegalStateException(owner + "." + name + descriptor, e);
        }
    }

    private ClassNode read(String owner) {
        return read.computeIfAbsent(owner, name -> {
            byte[] file = plain.isApplication(name) || Twins.isTwin(name) ? plain.classFile(name) : null;
            if (file == null) {
                return null;
            }
            ClassNode node = new ClassNode();
            new ClassReader(file).accept(node, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
            return node;
        });
    }

    private boolean isOfAnother(FieldInsnNode field) {
        String owner = plain.declaringField(field.owner, field.name, field.desc);
        return owner != null && !owner.equals(self) && holders.isShared(owner, field.name, field.desc);
    }

    /** Follows objects of other classes' static fields through variables and the operand stack. */
    private final class Follower extends BasicInterpreter {
        private final Set<Integer> shared;

        private Follower(Set<Integer> shared) {
            super(Opcodes.ASM9);
            this.shared = shared;
        }

        private void change(BasicValue target) {
            if (target == SHARED && found == null) {
                found = last;
            }
        }

        @Override
        public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
            return shared.contains(local) ? SHARED : super.newParameterValue(isInstanceMethod, local, type);
        }

        @Override
        public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
            BasicValue value = super.newOperation(instruction);
            if (instruction instanceof FieldInsnNode field && isReference(value) && isOfAnother(field)) {
                last = name(field);
                return SHARED;
            }
            return value;
        }

        @Override
        public BasicValue copyOperation(AbstractInsnNode instruction, BasicValue value) {
            return value;
        }

        @Override
        public BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value) throws AnalyzerException {
            int opcode = instruction.getOpcode();
            if (opcode == Opcodes.PUTSTATIC && found == null && isOfAnother((FieldInsnNode) instruction)) {
                found = name((FieldInsnNode) instruction);
            }
            BasicValue result = super.unaryOperation(instruction, value);
            boolean leads = opcode == Opcodes.CHECKCAST || opcode == Opcodes.GETFIELD;
            return value == SHARED && leads && isReference(result) ? SHARED : result;
        }

        @Override
        public BasicValue binaryOperation(AbstractInsnNode instruction, BasicValue first, BasicValue second)
                throws AnalyzerException {
            if (instruction.getOpcode() == Opcodes.PUTFIELD) {
                change(first);
            }
            BasicValue result = super.binaryOperation(instruction, first, second);
            return first == SHARED && instruction.getOpcode() == Opcodes.AALOAD ? SHARED : result;
        }

        @Override
        public BasicValue ternaryOperation(
                AbstractInsnNode instruction, BasicValue array, BasicValue index, BasicValue value)
                throws AnalyzerException {
            change(array);
            return super.ternaryOperation(instruction, array, index, value);
        }

        @Override
        public BasicValue naryOperation(AbstractInsnNode instruction, List<? extends BasicValue> values)
                throws AnalyzerException {
            BasicValue result = super.naryOperation(instruction, values);
            if (!(instruction instanceof MethodInsnNode call)) {
                return result;
            }
            call(call, values);
            boolean leads = call.getOpcode() != Opcodes.INVOKESTATIC && values.get(0) == SHARED;
            return leads && isReference(result) ? SHARED : result;
        }

        private void call(MethodInsnNode call, List<? extends BasicValue> values) {
            String original = TwinNames.originalOf(call.owner);
            boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
            // Calls of final methods of the JDK are calls of a twin's static ones, which have the receiver as an
            // argument.
            boolean hasReceiver = !isStatic || call.desc.startsWith("(L" + original + ";");
            String descriptor = isStatic && hasReceiver ? "(" + call.desc.substring(original.length() + 3) : call.desc;
            Conduct conduct = JdkTable.of(original, call.name, descriptor, plain);
            String declaring = plain.declaring(call.owner, call.name, call.desc);
            boolean isKnown =
                    conduct.known() && !Twins.isTwin(original); // else by the code of a twin that extends nothing
            if (!isKnown && declaring != null && read(declaring) != null) {
                look(declaring, call.name, call.desc, sharedVariables(values));
                return;
            }
            if (hasReceiver && conduct.is(Conduct.Trait.CHANGES)) {
                change(values.get(0));
            }
            for (Use use : conduct.uses()) {
                if (use.kind() == Use.Kind.CHANGED || use.kind() == Use.Kind.WRITE) {
                    change(values.get(use.parameter() + (hasReceiver ? 1 : 0)));
                }
            }
        }

        private Set<Integer> sharedVariables(List<? extends BasicValue> values) {
            Set<Integer> variables = new HashSet<>();
            int variable = 0;
            for (BasicValue value : values) {
                if (value == SHARED) {
                    variables.add(variable);
                }
                variable += value.getSize();
            }
            return variables;
        }

        @Override
        public BasicValue merge(BasicValue first, BasicValue second) {
            boolean either = first == SHARED || second == SHARED;
            return either && first != BasicValue.UNINITIALIZED_VALUE && second != BasicValue.UNINITIALIZED_VALUE
                    ? SHARED
                    : super.merge(first, second);
        }

        private boolean isReference(BasicValue value) {
            return value != null && value.isReference();
        }

        private String name(FieldInsnNode field) {
            return plain.declaringField(field.owner, field.name, field.desc).replace('/', '.') + "." + field.name;
        }
    }
}
