package jdsm.agent;

import java.lang.instrument.Instrumentation;

/**
 * Where a JVM enters the agent. Its jar has all of JDSM inside, so that {@code java -javaagent:jdsm-agent.jar -cp app.jar
 * Hello} needs nothing else.
 */
public final class Agent {
    private static final int USAGE = 2;

    private Agent() {}

    /**
     * Called by the JVM before {@code main}. With wrong options it prints one line and ends the JVM with status 2, for an
     * exception here would only make the JVM print a stack trace before it ends.
     */
    public static void premain(String options, Instrumentation instrumentation) {
        try {
            start(options);
        } catch (IllegalArgumentException e) {
            System.err.println("jdsm-agent: " + e.getMessage());
            System.exit(USAGE);
        }
    }

    /**
     * Called in a JVM that runs already, when the agent is attached to it.
     *
     * @throws IllegalArgumentException for wrong options; the JVM goes on, and whoever attached the agent sees it fail
     */
    public static void agentmain(String options, Instrumentation instrumentation) {
        start(options);
    }

    private static void start(String options) {
        AgentOptions parsed = AgentOptions.parse(options);
        LibraryProperties.set();
        if (parsed.verbose()) {
            System.err.println("jdsm-agent: version " + version());
        }
    }

    private static String version() {
        String version = Agent.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
