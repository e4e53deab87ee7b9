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
    private final RemoteProgram program;
    private final ClassDump dump;
    private final Consumer<List<String>> exit;

    private RemoteTransformer(RemoteProgram program, String dump, Consumer<List<String>> exit) {
        this.program = program;
        this.dump = new ClassDump(dump);
        this.exit = exit;
    }

    /** Analyses the program that a class loader would load. */
    static RemoteProgram analyse(ClassLoader loader, Scope scope) {
        return new RemoteProgram(new LoaderFiles(loader), scope::covers);
    }

    /** @param exit prints lines and ends the JVM */
    static void start(AgentOptions options, Instrumentation instrumentation, Consumer<List<String>> exit) {
        RemoteProgram program = analyse(ClassLoader.getSystemClassLoader(), options.scope());
        if (!program.refusals().isEmpty()) {
            exit.accept(program.refusals().stream().map(Refusal::toString).toList());
        }
        if (!program.changed().isEmpty()) {
            instrumentation.addTransformer(new RemoteTransformer(program, options.dump(), exit));
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
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
