package jdsm.agent.analysis;

import java.util.List;

/**
 * The key under which {@link Values} finds an existing value. Parts are compared by identity, for each value exists
 * once.
 */
record ValueKey(Value.Kind kind, int number, int slot, String name, List<Value> parts) {}
