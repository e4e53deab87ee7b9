package jdsm.agent.pass.inline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Body;
import jdsm.agent.analysis.Call;
import jdsm.agent.analysis.Dominators;
import jdsm.agent.analysis.Effects;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Loops;
import jdsm.agent.analysis.SymbolicValues;
import jdsm.agent.analysis.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Copies loops for the classes of a receiver: where a loop calls a method of one object in all iterations, and few classes
 * have such a method, code before the loop compares the object's class, and a copy of the loop has the code of that class's short method
 * in place of the call. The loop itself runs for all other objects, and for none.
 */
final class ReceiverLoops {
    private static final int MOST_SEARCHES = 8;

    private final String owner;
    private final Set<String> fields;
    private final MethodNode method;
    private final Bodies bodies;
    private final List<KnownReceiver> known = new ArrayList<>();

    private final Set<AbstractInsnNode> done = Collections.newSetFromMap(new IdentityHashMap<>());

    ReceiverLoops(String owner, Set<String> fields, MethodNode method, Bodies bodies) {
        this.owner = owner;
        this.fields = fields;
        this.method = method;
        this.bodies = bodies;
    }

    /** Copies loops while the method is shorter than a bound. */
    void copy(int mostBytes) {
        int searches = 0;
        while (searches < MOST_SEARCHES && mayFind() && new Search(mostBytes).copyOne()) {
            searches++;
        }
    }

    /** Whether the method has a jump back, and a call that may be in the loop. */
    private boolean mayFind() {
        Set<AbstractInsnNode> before = new HashSet<>();
        boolean jumpsBack = false;
        boolean calls = false;
        for (AbstractInsnNode node : method.instructions) {
            before.add(node);
            jumpsBack = jumpsBack || FlowGraph.targets(node).stream().anyMatch(before::contains);
            calls = calls || isCandidate(node) || known.stream().anyMatch(receiver -> mayRunOn(node, receiver));
        }
        return jumpsBack && calls;
    }

    private boolean isCandidate(AbstractInsnNode node) {
        return node instanceof MethodInsnNode call
                && !done.contains(call)
                && !bodies.byClass(call, owner).isEmpty();
    }

    /** Whether an instruction may be a call on the receiver of a copy. */
    private boolean mayRunOn(AbstractInsnNode node, KnownReceiver receiver) {
        return node instanceof MethodInsnNode call
                && Bodies.call(call).virtual()
                && !done.contains(call)
                && bodies.isSubtype(receiver.type(), call.owner);
    }

    /** The calls of a loop on one receiver. */
    private record Group(Loop loop, Value receiver) {}

    /** A search in the method as it is now. */
    private final class Search {
        private final int mostBytes;
        private final FlowGraph graph = FlowGraph.of(method);
        private final Loops loops = new Loops(graph, new Dominators(graph));
        private final Effects effects = bodies.effects(owner, fields);
        private final SymbolicValues symbolic = new SymbolicValues(owner, method, graph, loops, effects);
        private final Map<AbstractInsnNode, Value> receivers = new LinkedHashMap<>();
        /** The calls on the receiver of a copy. */
        private final Map<MethodInsnNode, KnownReceiver> inCopies = new LinkedHashMap<>();

        private Search(int mostBytes) {
            this.mostBytes = mostBytes;
        }

        /** Copies one loop, or replaces calls in copies. @return false if there is none */
        private boolean copyOne() {
            for (int block : graph.order()) {
                if (loops.innermost(block) != null) {
                    walk(block);
                }
            }
            if (!inCopies.isEmpty()) {
                inCopies.forEach(this::replace);
                return true;
            }
            Set<Group> groups = new LinkedHashSet<>();
            receivers.forEach((call, receiver) -> {
                int block = graph.blockOf(method.instructions.indexOf(call));
                List<Loop> around = new ArrayList<>();
                for (Loop loop = loops.innermost(block); loop != null && fits(loop, receiver); loop = loop.parent()) {
                    around.add(0, loop);
                }
                around.forEach(loop -> groups.add(new Group(loop, receiver)));
            });
            return groups.stream().anyMatch(this::copy);
        }

        private void walk(int block) {
            symbolic.walk(block, (instruction, before) -> {
                if (!(graph.instruction(instruction) instanceof MethodInsnNode call)
                        || !Bodies.call(call).virtual()) {
                    return;
                }
                int arguments = Type.getArgumentTypes(call.desc).length;
                Value receiver = before.getStack(before.getStackSize() - arguments - 1);
                if (isCandidate(call)) {
                    receivers.put(call, receiver);
                }
                for (KnownReceiver some : known) {
                    if (mayRunOn(call, some) && has(before, some, receiver)) {
                        inCopies.put(call, some);
                    }
                }
            });
        }

        /** Whether a value is the object of a copy, as one of whatever class. */
        private boolean has(Frame<Value> frame, KnownReceiver known, Value value) {
            Value object = withoutCasts(value);
            for (int variable = 0; variable < symbolic.variables(); variable++) {
                if (known.isIn(variable) && withoutCasts(frame.getLocal(variable)) == object) {
                    return object.kind() != Value.Kind.UNSET;
                }
            }
            return false;
        }

        private static Value withoutCasts(Value value) {
            Value object = value;
            while (object.kind() == Value.Kind.CAST) {
                object = object.part(0);
            }
            return object;
        }

        /** Replaces a call on an object whose class is known, if its method is short. */
        private void replace(MethodInsnNode call, KnownReceiver receiver) {
            done.add(call);
            Map<String, Call> byClass = bodies.byClass(call, owner);
            Call selected = byClass.isEmpty() ? Bodies.call(call) : byClass.get(receiver.type());
            Body body = selected == null ? null : bodies.ofReceiver(selected, owner);
            if (body != null && Calls.bytes(method.instructions) + body.bytes() <= mostBytes) {
                Replacement.put(owner, method, call, body, receiver.as(body.owner()));
            }
        }

        /** Whether a loop can be copied for a receiver, and the copies need no check again because of other code. */
        private boolean fits(Loop loop, Value receiver) {
            return graph.instruction(graph.first(loop.header())) instanceof LabelNode
                    && loop.blocks().stream().allMatch(block -> isPlain(block, receiver))
                    && symbolic.before(loop.header()).getStackSize() == 0
                    && new ReceiverCode(method, symbolic, loop).finds(receiver);
        }

        private boolean isPlain(int block, Value receiver) {
            for (int i = graph.first(block); i <= graph.last(block); i++) {
                AbstractInsnNode node = graph.instruction(i);
                if (node.getOpcode() >= 0 && receivers.get(node) != receiver && effects.synchronizes(node)) {
                    return false;
                }
            }
            return graph.handlers(block).isEmpty();
        }

        private boolean copy(Group group) {
            List<MethodInsnNode> calls = new ArrayList<>();
            group.loop.blocks().stream().forEach(block -> {
                for (int i = graph.first(block); i <= graph.last(block); i++) {
                    if (receivers.get(graph.instruction(i)) == group.receiver) {
                        calls.add((MethodInsnNode) graph.instruction(i));
                    }
                }
            });
            Map<String, List<Body>> byClass = bodiesOf(calls);
            int bytes = Calls.bytes(method.instructions);
            for (List<Body> some : byClass.values()) {
                bytes += bytes(group.loop) + some.stream().mapToInt(Body::bytes).sum();
            }
            if (byClass.isEmpty() || bytes > mostBytes) {
                return false;
            }
            done.addAll(calls);
            divide(group, calls, byClass);
            return true;
        }

        /** The code for each of several calls, by the receiver's class; without the classes that lack the code of a call. */
        private Map<String, List<Body>> bodiesOf(List<MethodInsnNode> calls) {
            Map<String, List<Body>> all = new LinkedHashMap<>();
            Set<String> types =
                    new LinkedHashSet<>(bodies.byClass(calls.get(0), owner).keySet());
            for (String type : types) {
                List<Body> some = new ArrayList<>();
                for (MethodInsnNode call : calls) {
                    Call selected = bodies.byClass(call, owner).get(type);
                    Body body = selected == null ? null : bodies.ofReceiver(selected, owner);
                    if (body != null) {
                        some.add(body);
                    }
                }
                if (some.size() == calls.size()) {
                    all.put(type, some);
                }
            }
            return all;
        }

        private int bytes(Loop loop) {
            CodeSizeEvaluator size = new CodeSizeEvaluator(null);
            loop.blocks().stream().forEach(block -> {
                for (int i = graph.first(block); i <= graph.last(block); i++) {
                    graph.instruction(i).accept(size);
                }
            });
            return size.getMaxSize();
        }

        private void divide(Group group, List<MethodInsnNode> calls, Map<String, List<Body>> byClass) {
            LabelNode header = (LabelNode) graph.instruction(graph.first(group.loop.header()));
            InsnList choice = new InsnList();
            LabelNode begin = new LabelNode();
            choice.add(begin);
            choice.add(new LineNumberNode(graph.line(graph.first(group.loop.header())), begin));
            int receiver = new ReceiverCode(method, symbolic, group.loop).findObject(group.receiver, header, choice);
            List<LoopOfReceiver> copies = new ArrayList<>();
            List<KnownReceiver> chosen = new ArrayList<>();
            for (String type : byClass.keySet()) {
                LoopOfReceiver copy = new LoopOfReceiver(graph, group.loop, method.instructions);
                AbstractInsnNode last = choose(receiver, type, copy.start(), choice);
                chosen.add(new KnownReceiver(type, receiver, method, last));
                copies.add(copy);
            }
            known.addAll(chosen);
            choice.add(new JumpInsnNode(Opcodes.GOTO, header));
            lead(group.loop, header, begin);
            method.maxStack += 2;
            method.instructions.add(choice);
            copies.forEach(copy -> method.instructions.add(copy.code()));
            LabelNode end = new LabelNode();
            method.instructions.add(end);
            name(header, begin, end, copies);
            int number = 0;
            for (List<Body> some : byClass.values()) {
                LoopOfReceiver copy = copies.get(number);
                for (int i = 0; i < some.size(); i++) {
                    MethodInsnNode call = (MethodInsnNode) copy.copyOf(calls.get(i));
                    done.add(call);
                    Body body = some.get(i);
                    Replacement.put(
                            owner, method, call, body, chosen.get(number).as(body.owner()));
                }
                number++;
            }
        }

        /** Gives the variables in copies of a loop their names. */
        private void name(LabelNode header, LabelNode begin, LabelNode end, List<LoopOfReceiver> copies) {
            if (method.localVariables == null) {
                return;
            }
            InsnList all = method.instructions;
            for (LocalVariableNode variable : List.copyOf(method.localVariables)) {
                if (all.indexOf(variable.start) <= all.indexOf(header)
                        && all.indexOf(header) < all.indexOf(variable.end)) {
                    method.localVariables.add(within(variable, begin, end));
                } else {
                    copies.stream()
                            .filter(copy -> copy.has(variable.start) && copy.has(variable.end))
                            .forEach(copy -> method.localVariables.add(
                                    within(variable, copy.labelOf(variable.start), copy.labelOf(variable.end))));
                }
            }
        }

        /** Has code outside of a loop that leads to its header lead elsewhere. */
        private void lead(Loop loop, LabelNode header, LabelNode elsewhere) {
            int before = loop.header() - 1;
            for (int block : graph.predecessors(loop.header())) {
                if (!loop.contains(block)) {
                    redirect(graph.instruction(graph.last(block)), header, elsewhere);
                }
            }
            if (before < 0 || !loop.contains(before) && graph.fallsThrough(before)) {
                method.instructions.insertBefore(header, new JumpInsnNode(Opcodes.GOTO, elsewhere));
            }
        }
    }

    private static LocalVariableNode within(LocalVariableNode variable, LabelNode start, LabelNode end) {
        return new LocalVariableNode(variable.name, variable.desc, variable.signature, start, end, variable.index);
    }

    /**
     * Leads an object of one class to its copy. The name is compared first: a class that the program never makes an object of
     * must not be loaded, for it may be one that cannot be.
     *
     * @return the last instruction before the jump to the copy
     */
    private static AbstractInsnNode choose(int receiver, String type, LabelNode copy, InsnList choice) {
        LabelNode other = new LabelNode();
        choice.add(new LdcInsnNode(type.replace('/', '.')));
        choice.add(new VarInsnNode(Opcodes.ALOAD, receiver));
        choice.add(new MethodInsnNode(
                Opcodes.INVOKEVIRTUAL, "java/lang/Object", "getClass", "()Ljava/lang/Class;", false));
        choice.add(
                new MethodInsnNode(Opcodes.INVOKEVIRTUAL, "java/lang/Class", "getName", "()Ljava/lang/String;", false));
        choice.add(new MethodInsnNode(
                Opcodes.INVOKEVIRTUAL, "java/lang/String", "equals", "(Ljava/lang/Object;)Z", false));
        choice.add(new JumpInsnNode(Opcodes.IFEQ, other));
        choice.add(new VarInsnNode(Opcodes.ALOAD, receiver));
        choice.add(new MethodInsnNode(
                Opcodes.INVOKEVIRTUAL, "java/lang/Object", "getClass", "()Ljava/lang/Class;", false));
        choice.add(new LdcInsnNode(Type.getObjectType(type)));
        choice.add(new JumpInsnNode(Opcodes.IF_ACMPNE, other));
        AbstractInsnNode last = choice.getLast();
        choice.add(new JumpInsnNode(Opcodes.GOTO, copy));
        choice.add(other);
        return last;
    }

    private static void redirect(AbstractInsnNode node, LabelNode from, LabelNode to) {
        if (node instanceof JumpInsnNode jump && jump.label == from) {
            jump.label = to;
        } else if (node instanceof TableSwitchInsnNode table) {
            table.labels.replaceAll(label -> label == from ? to : label);
            table.dflt = table.dflt == from ? to : table.dflt;
        } else if (node instanceof LookupSwitchInsnNode lookup) {
            lookup.labels.replaceAll(label -> label == from ? to : label);
            lookup.dflt = lookup.dflt == from ? to : lookup.dflt;
        }
    }
}
