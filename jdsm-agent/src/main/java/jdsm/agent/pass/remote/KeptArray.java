package jdsm.agent.pass.remote;

import java.util.List;

/**
 * An array that stays while a loop runs, and that it accesses by element.
 *
 * @param accesses the accesses by their indices in the method
 */
record KeptArray(ElementKind kind, Tree array, List<Integer> accesses) {}
