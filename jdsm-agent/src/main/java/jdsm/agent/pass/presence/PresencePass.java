package jdsm.agent.pass.presence;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import jdsm.agent.pass.calls.ThreadIds;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Counts the threads that the program starts among those that may store. A thread of the JDK comes to woven code by a
 * method that the JDK calls. If such a method may store, the thread enters at its begin and leaves at its end; see
 * {@link jdsm.runtime.Presence}. Calls of the JDK's methods that wait for long become calls of methods in which the
 * thread leaves meanwhile. Before calls that ask whether a thread runs, the runtime looks whether this rank can answer.
 * Ids and default names of threads are made those of the job. The pass comes after all others, for it adds no access
 * and must see the final code.
 */
public final class PresencePass implements Pass {
    private static final String TWINS = "jdsm/util/";

    /** The twins that threads and other code of the JDK run. Methods of other twins are called by methods of the program. */
    private static final Set<String> RUN_BY_JDK = Set.of(
            TWINS + "AbstractExecutorService",
            TWINS + "Async",
            TWINS + "CompletableFuture",
            TWINS + "Dependent",
            TWINS + "ExecutorView",
            TWINS + "FutureTask",
            TWINS + "Interrupts",
            TWINS + "PoolWorker",
            TWINS + "RankThreads",
            TWINS + "ScheduledThreadPoolExecutor",
            TWINS + "ScheduledView",
            TWINS + "ThreadPoolExecutor");

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        if (node.name.startsWith(TWINS) && !RUN_BY_JDK.contains(node.name)) {
            return;
        }
        Callbacks callbacks = new Callbacks(node, classes);
        WaitingCalls waits = new WaitingCalls(node, classes);
        List<MethodNode> entries = new ArrayList<>();
        for (MethodNode method : node.methods) {
            if (callbacks.contains(method) && callbacks.mayStore(method)) {
                entries.add(method);
            }
        }
        entries.forEach(Entry::weave);
        waits.weave();
        node.methods.forEach(method -> ThreadCalls.weave(method, classes));
        node.methods.forEach(method -> ThreadIds.weave(method, classes));
    }
}
