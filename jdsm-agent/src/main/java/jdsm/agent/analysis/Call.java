package jdsm.agent.analysis;

/**
 * A method as a call instruction names it.
 *
 * @param virtual whether the receiver's class selects the method that runs
 */
public record Call(String owner, String name, String descriptor, boolean virtual) {}
