package jdsm.agent;

import java.lang.instrument.Instrumentation;
import java.util.List;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Scope;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.node.RankMain;
import jdsm.runtime.Woven;

/**
 * The agent's entry points, which the JVM calls. The agent's jar contains all of JDSM, so that {@code java
 * -javaagent:jdsm-agent.jar -cp app.jar Hello} needs nothing else.
 */
public final class Agent {
    private static final int USAGE = 2;
    private static final int FAILED = 1;
    /** The first character of a line that the launcher prints once for the job, not once for each rank. */
    private static final char RESULT_MARK = '\u001e';

    private Agent() {}

    /**
     * Starts the agent before {@code main}. Wrong options end the JVM with status 2, after one line on standard error:
     * an exception would make the JVM print a stack trace as well.
     */
    public static void premain(String options, Instrumentation instrumentation) {
        try {
            AgentOptions parsed = AgentOptions.parse(options).forRanks(System.getenv(JobVariables.RANKS));
            if (parsed.remote()) {
                RemoteTransformer.start(parsed, instrumentation, Agent::halt);
                return;
            }
            refuseStrayRank(parsed.scope());
            start(parsed, instrumentation);
        } catch (IllegalArgumentException e) {
            System.err.println("jdsm-agent: " + e.getMessage());
            System.exit(USAGE);
        }
    }

    private static void refuseStrayRank(Scope scope) {
        Classes classes = new ApplicationClasses(new LoaderFiles(ClassLoader.getSystemClassLoader()), scope);
        String mainClass = RankMain.mainClass();
        String complaint = StrayRank.complaint(
                System.getenv(), mainClass, name -> isProgramOrNowhere(name.replace('.', '/'), classes));
        if (complaint != null) {
            throw new IllegalArgumentException(complaint);
        }
        if (StrayRank.mayStray(System.getenv(), mainClass)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> failStrayRank(mainClass), "jdsm-stray-rank"));
        }
    }

    /** Ends a JVM that never became a rank with an error, for the job's other ranks still wait for this one. */
    private static void failStrayRank(String mainClass) {
        if (!RankMain.hasBegun()) {
            System.err.println("jdsm-agent: " + StrayRank.farewell(System.getenv(), mainClass));
            Runtime.getRuntime().halt(FAILED);
        }
    }

    /** Whether a class is an SPMD class, or does not exist: the JVM itself reports a missing class. */
    private static boolean isProgramOrNowhere(String name, Classes classes) {
        return classes.superName(name) == null || classes.isSubtype(name, "jdsm/SPMD");
    }

    /**
     * Starts the agent in a running JVM, when a process attaches it.
     *
     * @throws IllegalArgumentException for wrong options; the JVM continues, and the attaching process receives the
     *     failure
     * @throws IllegalStateException if classes of the application are loaded already: a loaded class cannot get new
     *     fields
     */
    public static void agentmain(String options, Instrumentation instrumentation) {
        AgentOptions parsed = AgentOptions.parse(options);
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (isApplication(type, parsed.scope())) {
                throw new IllegalStateException("class " + type.getName()
                        + " is loaded already and cannot be woven any more; start the program with"
                        + " -javaagent:jdsm-agent.jar");
            }
        }
        start(parsed, instrumentation);
    }

    private static boolean isApplication(Class<?> type, Scope scope) {
        String name = type.getName().replace('.', '/');
        return !type.isArray()
                && !type.isPrimitive()
                && !type.isHidden()
                && type.getClassLoader() != null
                && type.getClassLoader() != ClassLoader.getPlatformClassLoader()
                && scope.covers(name)
                && new ApplicationClasses(new LoaderFiles(type.getClassLoader()), scope).isApplication(name);
    }

    private static void start(AgentOptions options, Instrumentation instrumentation) {
        LibraryProperties.set();
        SpinHints.begin(options.scope());
        System.setProperty(Woven.AGENT, version());
        if (options.check()) {
            System.setProperty(Woven.CHECK, "true");
        }
        if (options.profile()) {
            System.setProperty(Woven.PROFILE, "true");
        }
        if (options.samples()) {
            System.setProperty(Woven.SAMPLE, Integer.toString(options.sample()));
        }
        if (options.alone()) {
            System.setProperty(Woven.ALONE, "true");
        }
        if (options.verbose()) {
            System.err.println("jdsm-agent: version " + version());
        }
        instrumentation.addTransformer(new WeavingTransformer(
                options, new ClassDefiner(instrumentation)::define, Agent::halt, Agent::complain));
    }

    /** Halts, and does not exit: shutdown hooks would load more classes in the middle of a class's loading. */
    private static synchronized void halt(List<String> lines) {
        System.out.flush();
        // Every rank has the same refusals; with the mark, the launcher prints them once for the job.
        String mark = "marked".equals(System.getenv("JDSM_OUTPUT")) ? String.valueOf(RESULT_MARK) : "";
        lines.forEach(line -> System.err.println(mark + "jdsm-agent: " + line));
        System.err.flush();
        Runtime.getRuntime().halt(USAGE);
    }

    private static void complain(String message) {
        System.err.println("jdsm-agent: " + message);
    }

    private static String version() {
        String version = Agent.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
