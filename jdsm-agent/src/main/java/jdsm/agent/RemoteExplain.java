package jdsm.agent;

import java.io.PrintStream;
import java.util.List;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.pass.remote.RemoteProgram;

/** Prints which arrays of a sequential program are remote, how its loops access them, and the refusals. */
final class RemoteExplain {
    private final RemoteProgram program;

    RemoteExplain(RemoteProgram program) {
        this.program = program;
    }

    /** @return whether the program can run */
    boolean print(PrintStream out) {
        print(out, "remote:", List.copyOf(program.arrays()));
        print(out, "specialised:", program.specialised());
        print(
                out,
                "loops:",
                program.loops().stream()
                        .map(loop -> loop.place() + ": " + loop.text())
                        .toList());
        print(
                out,
                "refused:",
                program.refusals().stream().map(Refusal::toString).toList());
        if (program.changed().isEmpty() && program.refusals().isEmpty()) {
            out.println("no array is marked @Remote");
        }
        return program.refusals().isEmpty();
    }

    private static void print(PrintStream out, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            out.println(title);
            lines.forEach(line -> out.println("  " + line));
        }
    }
}
