package jdsm.agent;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.Classes.FieldKind;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.analysis.SharedFields;
import jdsm.agent.pass.CheckReport;
import jdsm.agent.pass.Report;

/**
 * Prints how the agent weaves a program, without running the program: its shared fields, the places of the checks, and
 * the refusals. The command is {@code java -cp jdsm-agent.jar:app.jar jdsm.agent.Explain CLASS [OPTIONS]}, with the
 * agent's options. With the option {@code remote} it is a sequential program, whose remote arrays are explained.
 */
public final class Explain {
    private static final int REFUSED = 2;

    private final ApplicationClasses classes;
    private final PrintStream out;
    private final Set<Refusal> refusals = new LinkedHashSet<>();
    private final List<String> checks = new ArrayList<>();

    private Explain(ApplicationClasses classes, PrintStream out) {
        this.classes = classes;
        this.out = out;
    }

    /**
     * Explains one program and ends the JVM: with status 0, or with 2 if the agent refuses the program or the
     * arguments.
     */
    public static void main(String[] args) {
        System.exit(run(args, Explain.class.getClassLoader(), System.out, System.err));
    }

    static int run(String[] args, ClassLoader loader, PrintStream out, PrintStream err) {
        try {
            if (args.length < 1 || args.length > 2) {
                throw new IllegalArgumentException("usage: jdsm.agent.Explain CLASS [OPTIONS]");
            }
            AgentOptions options = AgentOptions.parse(args.length == 2 ? args[1] : null);
            if (options.remote()) {
                boolean runs =
                        new RemoteExplain(RemoteTransformer.analyse(loader, options.scope(), args[0])).print(out);
                return runs ? 0 : REFUSED;
            }
            ApplicationClasses classes =
                    new ApplicationClasses(new LoaderFiles(loader), options.scope(), options.inlines());
            String program = args[0].replace('.', '/');
            if (!classes.isApplication(program)) {
                throw new IllegalArgumentException("class " + args[0]
                        + " is not a class of the application: it is not on the class path, or excluded, or part of"
                        + " the JDK or of JDSM");
            }
            if (!SharedFields.isProgram(program, classes)) {
                throw new IllegalArgumentException(
                        "class " + args[0] + " cannot be run as a job: it must extend jdsm.SPMD and not be abstract");
            }
            Explain explain = new Explain(classes, out);
            explain.all(program, new WholeProgram(classes, new LoaderFiles(loader), options));
            return explain.refusals.isEmpty() ? 0 : REFUSED;
        } catch (IllegalArgumentException | WeavingException e) {
            err.println("jdsm-agent: " + e.getMessage());
            return REFUSED;
        } catch (UncheckedIOException e) {
            err.println("jdsm-agent: cannot write a class file: " + e.getCause());
            return REFUSED;
        }
    }

    private void all(String program, WholeProgram whole) {
        Report report = new Report() {
            @Override
            public void refuse(Refusal refusal) {
                refusals.add(refusal);
            }

            @Override
            public CheckReport checks() {
                return (method, line, access, inLoop, reason) ->
                        checks.add(method + ":" + line + " " + access + (inLoop ? ", in a loop" : "") + ": " + reason);
            }
        };
        SharedFields shared = SharedFields.of(program, classes);
        int woven = whole.weave(shared.classes(), report);
        out.println("woven: " + woven + (woven == 1 ? " class" : " classes"));
        out.println("shared:");
        shared.fields().forEach(field -> out.println("  " + field.path() + ": " + field.type() + remark(field)));
        print("checks:", checks);
        print("warnings:", whole.warnings(shared.classes()));
        print("refused:", refusals.stream().map(Refusal::toString).toList());
    }

    private static String remark(SharedFields.Shared field) {
        return (field.kind() == FieldKind.VOLATILE ? ", volatile" : "")
                + (field.volatileElements() ? ", elements volatile" : "")
                + (field.heavy() ? ", heavy" : "");
    }

    private void print(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            out.println(title);
            lines.forEach(line -> out.println("  " + line));
        }
    }
}
