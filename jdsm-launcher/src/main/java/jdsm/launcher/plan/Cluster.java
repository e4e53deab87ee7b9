package jdsm.launcher.plan;

import java.util.ArrayList;
import java.util.List;
import jdsm.config.JdsmConfigException;

/**
 * The hosts of a job that runs on other machines than the launcher's.
 *
 * @param hosts the hosts in the order in which they are filled
 * @param ssh the command that runs a command on a host: its words, before options and host
 * @param copy whether JDSM and the program are brought to the hosts
 */
public record Cluster(List<HostSlots> hosts, List<String> ssh, boolean copy) {
    public Cluster {
        hosts = List.copyOf(hosts);
        ssh = List.copyOf(ssh);
    }

    /**
     * Returns the hosts that the job uses, with their numbers of ranks: a host is filled before the next one.
     *
     * @throws JdsmConfigException if there are fewer slots than ranks
     */
    public List<HostSlots> filled(int ranks) {
        List<HostSlots> used = new ArrayList<>();
        int left = ranks;
        for (HostSlots host : hosts) {
            int here = Math.min(left, host.slots());
            if (here > 0) {
                used.add(new HostSlots(host.name(), here));
                left -= here;
            }
        }
        if (left > 0) {
            throw new JdsmConfigException("the job has " + ranks + " ranks, but the hostfile has " + (ranks - left)
                    + " slots: use fewer ranks, or more hosts or slots");
        }
        return used;
    }
}
