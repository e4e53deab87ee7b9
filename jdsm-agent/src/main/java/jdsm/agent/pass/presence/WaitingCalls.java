package jdsm.agent.pass.presence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Replaces the calls of a class that may wait for long by calls of new methods, in which the thread leaves woven code
 * meanwhile. A call that is missing here costs time only: units that the thread has written stay dirty while it waits.
 */
final class WaitingCalls {
    /** The methods that wait, by the type that declares them: patterns of the name and descriptor. */
    private static final Map<String, Pattern> WAITING = Map.ofEntries(
            waiting("java/lang/Thread", "(join|sleep)\\(.*"),
            waiting("java/lang/Process", "waitFor\\(.*"),
            waiting("java/util/concurrent/TimeUnit", "(sleep|timedJoin|timedWait)\\(.*"),
            waiting("java/util/concurrent/locks/LockSupport", "park.*"),
            waiting("java/util/concurrent/Future", "get\\(.*"),
            waiting("java/util/concurrent/CompletableFuture", "join\\(.*"),
            waiting("java/util/concurrent/ForkJoinTask", "(join|invoke|quietlyJoin|quietlyInvoke)\\(.*"),
            waiting("java/util/concurrent/ForkJoinPool", "(invoke|awaitQuiescence)\\(.*"),
            waiting("java/util/concurrent/ExecutorService", "(awaitTermination|invokeAll|invokeAny|close)\\(.*"),
            waiting("java/util/concurrent/CompletionService", "(take\\(|poll\\(J).*"),
            waiting("java/util/concurrent/BlockingQueue", "(take|put)\\(.*|poll\\(J.*|offer\\(Ljava/lang/Object;J.*"),
            waiting(
                    "java/util/concurrent/BlockingDeque",
                    "(take|put)(First|Last)\\(.*|(poll|offer)(First|Last)\\(.*J.*"),
            waiting("java/util/concurrent/TransferQueue", "transfer\\(.*|tryTransfer\\(Ljava/lang/Object;J.*"),
            waiting("java/util/concurrent/CountDownLatch", "await\\(.*"),
            waiting("java/util/concurrent/CyclicBarrier", "await\\(.*"),
            waiting("java/util/concurrent/Semaphore", "acquire.*|tryAcquire\\(.*J.*"),
            waiting("java/util/concurrent/Phaser", "(arriveAndAwaitAdvance|await.*)\\(.*"),
            waiting("java/util/concurrent/Exchanger", "exchange\\(.*"),
            waiting("java/util/concurrent/locks/Lock", "(lock|lockInterruptibly)\\(.*|tryLock\\(J.*"),
            waiting("java/util/concurrent/locks/Condition", "await.*"),
            waiting("java/util/concurrent/locks/StampedLock", "(read|write)Lock.*|try(Read|Write)Lock\\(J.*"));

    /** All of these patterns, for most calls match none. */
    private static final Pattern ANY =
            Pattern.compile(WAITING.values().stream().map(Pattern::pattern).collect(Collectors.joining("|")));

    private static final int STACK = 2;

    private final ClassNode node;
    private final Classes classes;
    private final List<MethodNode> made = new ArrayList<>();

    WaitingCalls(ClassNode node, Classes classes) {
        this.node = node;
        this.classes = classes;
    }

    private static Map.Entry<String, Pattern> waiting(String type, String methods) {
        return Map.entry(type, Pattern.compile(methods));
    }

    void weave() {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction instanceof MethodInsnNode call && waits(call)) {
                    MethodNode body = body(method, call);
                    made.add(body);
                    boolean isInterface = (node.access & Opcodes.ACC_INTERFACE) != 0;
                    method.instructions.set(
                            call,
                            new MethodInsnNode(Opcodes.INVOKESTATIC, node.name, body.name, body.desc, isInterface));
                }
            }
        }
        node.methods.addAll(made);
    }

    private boolean waits(MethodInsnNode call) {
        String method = call.name + call.desc;
        if (call.getOpcode() == Opcodes.INVOKESPECIAL
                || call.owner.startsWith("[")
                || !ANY.matcher(method).matches()) {
            return false;
        }
        for (Map.Entry<String, Pattern> type : WAITING.entrySet()) {
            if (type.getValue().matcher(method).matches() && classes.isSubtype(call.owner, type.getKey())) {
                return true;
            }
        }
        return false;
    }

    /** A method that makes a call, and has the thread leave woven code meanwhile. */
    private MethodNode body(MethodNode caller, MethodInsnNode call) {
        boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        List<Type> parameters = new ArrayList<>();
        if (!isStatic) {
            parameters.add(Type.getObjectType(call.owner));
        }
        parameters.addAll(List.of(Type.getArgumentTypes(call.desc)));
        Type result = Type.getReturnType(call.desc);
        int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        String name = caller.name.replaceAll("[<>]", "") + "$jdsm$waits" + made.size();
        MethodNode body = new MethodNode(
                flags, name, Type.getMethodDescriptor(result, parameters.toArray(Type[]::new)), null, null);
        InsnList code = body.instructions;
        int local = 0;
        for (Type parameter : parameters) {
            code.add(new VarInsnNode(parameter.getOpcode(Opcodes.ILOAD), local));
            local += parameter.getSize();
        }
        code.add(new MethodInsnNode(call.getOpcode(), call.owner, call.name, call.desc, call.itf));
        code.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
        body.maxLocals = local;
        body.maxStack = local + STACK;
        Entry.guard(body, EntryPoints.call(Entry.PRESENCE, "away", "(Ljava/lang/Object;)I"), "back");
        body.instructions.insert(isStatic ? new InsnNode(Opcodes.ACONST_NULL) : new VarInsnNode(Opcodes.ALOAD, 0));
        if (ThreadCalls.asks(call, classes)) {
            ThreadCalls.weaveFirst(body, call.name);
        }
        return body;
    }
}
