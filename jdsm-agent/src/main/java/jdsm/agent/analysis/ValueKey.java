package jdsm.agent.analysis;

import java.util.List;

/** What makes two values the same; parts are compared by identity, for each is there once. */
record ValueKey(Value.Kind kind, int number, int slot, String name, List<Value> parts) {}
