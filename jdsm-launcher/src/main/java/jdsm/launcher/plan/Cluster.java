package jdsm.launcher.plan;

import java.util.ArrayList;
import java.util.List;
import jdsm.config.JdsmConfigException;

/**
 * The hosts of a job that runs on other machines than the launcher's.
 *
 * @param backend the back end that runs the job: {@link #SSH} or {@link #SLURM}
 * @param hosts the hosts in the order in which they are filled
 * @param words the words of the command that connects to a host, for instance {@code ssh -p 2222}; empty for the back
 *     end's own
 * @param copy whether JDSM and the program are brought to the hosts
 */
public record Cluster(String backend, List<HostSlots> hosts, List<String> words, boolean copy) {
    /** The hosts of a hostfile. */
    public static final String SSH = "ssh";
    /** The nodes of an allocation. */
    public static final String SLURM = "slurm";

    public Cluster {
        hosts = List.copyOf(hosts);
        words = List.copyOf(words);
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
            throw new JdsmConfigException("the job has " + ranks + " ranks, but its hosts have " + (ranks - left)
                    + " slots: use fewer ranks, or more hosts or slots (in Slurm: tasks)");
        }
        return used;
    }
}
