package jdsm.agent;

import java.lang.instrument.Instrumentation;
import java.util.List;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Scope;
import jdsm.node.RankMain;
import jdsm.runtime.Woven;

/**
 * Where a JVM enters the agent. Its jar has all of JDSM inside, so that {@code java -javaagent:jdsm-agent.jar -cp app.jar
 * Hello} needs nothing else.
 */
public final class Agent {
    private static final int USAGE = 2;
    private static final int FAILED = 1;
    /** Before a line that is the job's own, not a rank's. */
    private static final char RESULT_MARK = '\u001e';

    private Agent() {}

    /**
     * Called by the JVM before {@code main}. With wrong options it prints one line and ends the JVM with status 2, for an
     * exception here would only make the JVM print a stack trace before it ends.
     */
    public static void premain(String options, Instrumentation instrumentation) {
        try {
            AgentOptions parsed = AgentOptions.parse(options);
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

    /** The others wait for a rank that was none: its process must not seem to have done its part. */
    private static void failStrayRank(String mainClass) {
        if (!RankMain.hasBegun()) {
            System.err.println("jdsm-agent: " + StrayRank.farewell(System.getenv(), mainClass));
            Runtime.getRuntime().halt(FAILED);
        }
    }

    /** The JVM itself says that a class is not there. */
    private static boolean isProgramOrNowhere(String name, Classes classes) {
        return classes.superName(name) == null || classes.isSubtype(name, "jdsm/SPMD");
    }

    /**
     * Called in a JVM that runs already, when the agent is attached to it.
     *
     * @throws IllegalArgumentException for wrong options; the JVM goes on, and whoever attached the agent sees it fail
     * @throws IllegalStateException if classes of the application are loaded already, for no field can be added to them
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
        if (options.verbose()) {
            System.err.println("jdsm-agent: version " + version());
        }
        instrumentation.addTransformer(new WeavingTransformer(options, Agent::halt, Agent::complain));
    }

    /** Not exit: classes are being loaded, and hooks would load more. */
    private static synchronized void halt(List<String> lines) {
        System.out.flush();
        // Every rank finds the same; as lines of the job's own, the launcher says them once.
        String mark = "marked".equals(System.getenv("JDSM_OUTPUT")) ? String.valueOf(RESULT_MARK) : "";
        lines.forEach(line -> System.err.println(mark + "jdsm-agent: " + line));
        System.err.flush();
        Runtime.getRuntime().halt(USAGE);
    }

    private static void complain(String what) {
        System.err.println("jdsm-agent: " + what);
    }

    private static String version() {
        String version = Agent.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
