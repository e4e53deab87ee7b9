package jdsm.agent.analysis;

/** A method as an instruction names it; {@code virtual}: the receiver's class decides which one runs. */
public record Call(String owner, String name, String descriptor, boolean virtual) {}
