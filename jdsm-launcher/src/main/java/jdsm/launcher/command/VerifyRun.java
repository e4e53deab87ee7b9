package jdsm.launcher.command;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import jdsm.Protocol;
import jdsm.verify.Fault;
import jdsm.verify.Verifier;
import jdsm.verify.Violation;

/**
 * Runs the simulator and prints its outcome. The only class of the launcher that needs the simulator's jar, so that the other
 * commands run without it.
 */
final class VerifyRun {
    private static final String MIXED = VerifyCommand.MIXED;

    private final PrintWriter out;
    private final Optional<Fault> fault;

    /**
     * A run under a deliberate fault.
     *
     * @param faultLabel null: no fault
     * @throws IllegalArgumentException if there is no such fault
     */
    VerifyRun(PrintWriter out, String faultLabel) {
        this.out = out;
        this.fault = Optional.ofNullable(faultLabel).map(VerifyRun::labelled);
    }

    private static Fault labelled(String label) {
        return Fault.labelled(label)
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown fault '" + label + "'; known: " + String.join(", ", Fault.labels())));
    }

    /**
     * Runs {@code count} seeds from {@code first} on.
     *
     * @param protocol empty: each unit its own
     * @return whether every read saw the value that it must see
     */
    boolean run(Optional<Protocol> protocol, long first, long count, int threads) {
        String name = name(protocol);
        long start = System.nanoTime();
        try {
            Verifier.Outcome outcome = Verifier.of(protocol, fault).run(first, count, threads);
            double minutes = (System.nanoTime() - start) / (double) TimeUnit.MINUTES.toNanos(1);
            out.printf(
                    Locale.ROOT,
                    "%s: %d schedules, %d steps, %.0f schedules a minute; %s%n",
                    name,
                    outcome.schedules(),
                    outcome.steps(),
                    outcome.schedules() / minutes,
                    outcome.describeEvents());
            return true;
        } catch (Violation e) {
            out.println(name + ": VIOLATION, " + e.getMessage());
            out.println("  replay: jdsm verify-protocol --consistency " + name
                    + fault.map(one -> " --fault " + one.label()).orElse("") + " --seed " + e.seed() + " --explain");
            return false;
        } finally {
            out.flush();
        }
    }

    /** Tells a seed step by step. @return whether every read saw the value that it must see */
    boolean explain(Optional<Protocol> protocol, long seed) {
        Verifier.Explanation explanation = Verifier.of(protocol, fault).explain(seed);
        out.println(name(protocol) + ", seed " + seed + (explanation.violated() ? ", made smaller" : ""));
        out.println(explanation.text());
        out.flush();
        return !explanation.violated();
    }

    private static String name(Optional<Protocol> protocol) {
        return protocol.map(Protocol::label).orElse(MIXED);
    }
}
