package jdsm.launcher.plan;

/**
 * A host and a number of ranks for it.
 *
 * @param name the host as {@code ssh} takes it, perhaps with a user in front: {@code user@host}
 * @param slots the number of ranks, 1 or more
 */
public record HostSlots(String name, int slots) {}
