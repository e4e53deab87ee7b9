package jdsm.launcher.backend.remote;

import java.util.List;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.plan.Binding;
import jdsm.launcher.plan.Cores;
import jdsm.launcher.plan.HostSlots;

/**
 * The cores of hosts, some of which are one machine under several names. Its ranks divide its cores. Hosts of one machine
 * that may use different cores, such as containers, are not divided. Immutable.
 */
final class SharedCores {
    private final List<HostSlots> hosts;
    private final List<HostFacts> facts;

    SharedCores(List<HostSlots> hosts, List<HostFacts> facts) {
        this.hosts = List.copyOf(hosts);
        this.facts = List.copyOf(facts);
    }

    private boolean areOne(int one, int other) {
        HostFacts a = facts.get(one);
        HostFacts b = facts.get(other);
        return one == other
                || !a.machine().isEmpty()
                        && a.machine().equals(b.machine())
                        && a.cores().equals(b.cores());
    }

    /** The number of ranks on the hosts below {@code end} that have the cores of a host. */
    private int ranks(int host, int end) {
        int ranks = 0;
        for (int i = 0; i < end; i++) {
            ranks += areOne(i, host) ? hosts.get(i).slots() : 0;
        }
        return ranks;
    }

    /** The number of ranks that divide the cores of a host. */
    int ranks(int host) {
        return ranks(host, hosts.size());
    }

    /** The cores of a host's ranks. */
    Cores of(int host, Binding binding) {
        Cores all = facts.get(host).cores();
        int slots = hosts.get(host).slots();
        return binding == Binding.NONE || ranks(host) == slots
                ? all
                : all.of(binding, ranks(host), ranks(host, host), slots);
    }
}
