package jdsm.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.analysis.Scope;
import jdsm.agent.pass.remote.RemoteProgram;

/**
 * The agent of a sequential program with arrays marked {@code @Remote}: changes its classes as they are loaded, after it has
 * analysed the class path as a whole.
 */
final class RemoteTransformer implements ClassFileTransformer {
    /** The main class of a program's JVM, whose first argument is the program's class. */
    private static final String STARTER = "jdsm.remote.run.RemoteMain";

    private final RemoteProgram program;
    private final ClassDump dump;
    private final Consumer<List<String>> exit;

    private RemoteTransformer(RemoteProgram program, String dump, Consumer<List<String>> exit) {
        this.program = program;
        this.dump = new ClassDump(dump);
        this.exit = exit;
    }

    /**
     * Analyses the program that a class loader would load.
     *
     * @param main the class that is started, or null
     */
    static RemoteProgram analyse(ClassLoader loader, Scope scope, String main) {
        return new RemoteProgram(new LoaderFiles(loader), scope::covers, main == null ? null : main.replace('.', '/'));
    }

    /** The class that {@code jdsm memory} starts, or null. */
    private static String started() {
        String[] command = System.getProperty("sun.java.command", "").split(" ");
        return command.length > 1 && command[0].equals(STARTER) ? command[1] : null;
    }

    /** @param exit prints lines and ends the JVM */
    static void start(AgentOptions options, Instrumentation instrumentation, Consumer<List<String>> exit) {
        RemoteProgram program = analyse(ClassLoader.getSystemClassLoader(), options.scope(), started());
        if (!program.refusals().isEmpty()) {
            exit.accept(program.refusals().stream().map(Refusal::toString).toList());
        }
        if (program.hasMarks()) {
            instrumentation.addTransformer(new RemoteTransformer(program, options.dump(), exit));
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (name != null && !program.refusals(name).isEmpty()) {
            exit.accept(program.refusals(name).stream().map(Refusal::toString).toList());
        }
        byte[] changed = name == null ? null : program.changed().get(name);
        if (changed == null) {
            return null;
        }
        if (!Arrays.equals(classFile, program.original(name))) {
            exit.accept(List.of("class " + name.replace('/', '.') + " is not the one of the class path, after which the"
                    + " program was analysed for arrays marked @Remote"));
        }
        dump.write(name, classFile, changed);
        return changed;
    }
}
