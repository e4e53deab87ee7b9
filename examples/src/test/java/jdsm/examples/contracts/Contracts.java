package jdsm.examples.contracts;

import java.util.ArrayList;
import java.util.List;
import jdsm.Local;
import jdsm.SPMD;

/**
 * Plays scenarios, with three workers or more, and reports of each whether it went well. Arguments: how many milliseconds a wait may last;
 * the beginning of the scenarios' names, or nothing for all.
 */
public final class Contracts extends SPMD {
    private final List<Scenario> scenarios = new ArrayList<>();

    @Local
    private long patienceMillis;

    @Override
    public void initialize() {
        patienceMillis = Long.parseLong(args()[0]);
        String beginning = args().length > 1 ? args()[1] : "";
        List<Scenario> all = new ArrayList<>();
        QueueScenarios.addTo(all);
        TransferScenarios.addTo(all);
        MeetingScenarios.addTo(all);
        PhaserScenarios.addTo(all);
        LockScenarios.addTo(all);
        ReadWriteLockScenarios.addTo(all);
        MapScenarios.addTo(all);
        OrderScenarios.addTo(all);
        AtomicScenarios.addTo(all);
        FieldScenarios.addTo(all);
        PublicationScenarios.addTo(all);
        InterruptScenarios.addTo(all);
        RandomScenarios.addTo(all);
        for (Scenario scenario : all) {
            if (scenario.name().startsWith(beginning)) {
                scenarios.add(scenario);
            }
        }
    }

    @Override
    public void start() {
        for (Scenario scenario : scenarios) {
            String failure = new Part(worker(), workers(), patienceMillis).play(scenario);
            if (failure != null) {
                report("FAILED " + scenario.name() + ": " + failure);
            }
            barrier();
            if (worker() == 0) {
                report("played " + scenario.name());
            }
        }
    }
}
