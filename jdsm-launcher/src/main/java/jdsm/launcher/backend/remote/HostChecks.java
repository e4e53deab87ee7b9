package jdsm.launcher.backend.remote;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.plan.Binding;
import jdsm.launcher.plan.Capacity;
import jdsm.launcher.plan.HostSlots;

/** Decides whether hosts can run a job together. Pure. */
public final class HostChecks {
    private static final int LEAST_FEATURE = 17;

    private HostChecks() {}

    /**
     * Returns the reasons why hosts cannot run a job, each with the name of the host; empty if they can.
     *
     * @param binding the processors of each rank
     * @param device whether the job's settings name the address to listen on
     */
    public static List<String> faults(List<HostSlots> hosts, List<HostFacts> facts, Binding binding, boolean device) {
        List<String> faults = new ArrayList<>();
        SharedCores cores = new SharedCores(hosts, facts);
        boolean several = hosts.size() > 1;
        boolean allLoopback = facts.stream().allMatch(each -> isLoopback(each.serverAddress()));
        for (int i = 0; i < hosts.size(); i++) {
            HostFacts host = facts.get(i);
            String fault = null;
            if (host.feature() < LEAST_FEATURE) {
                fault = "its Java is " + host.feature() + ", older than " + LEAST_FEATURE;
            } else if (!host.missing().isEmpty()) {
                fault = "it has no " + String.join(", ", host.missing()) + "; --copy brings the program";
            } else if (Capacity.mostRanks(host.memoryBytes()) < hosts.get(i).slots()) {
                fault = "its memory of " + (host.memoryBytes() >> 20) + " MB is too small for "
                        + hosts.get(i).slots() + " ranks";
            } else if (!device && several && host.serverAddress().isEmpty()) {
                fault = "it does not know its address in the network: set JDSM_DEVICE";
            } else if (!device && several && !allLoopback && isLoopback(host.serverAddress())) {
                fault = "it was reached at " + host.serverAddress()
                        + ", where other hosts cannot reach it: write its name in the network";
            }
            if (fault == null) {
                fault = host.cores().fault(binding, cores.ranks(i)).orElse(null);
            }
            if (fault != null) {
                faults.add("host " + hosts.get(i).name() + ": " + fault);
            }
        }
        return faults;
    }

    /** Whether an address, as {@code ssh} tells it, is a loopback address. */
    static boolean isLoopback(String address) {
        try {
            return !address.isEmpty() && InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
