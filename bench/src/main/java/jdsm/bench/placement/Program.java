package jdsm.bench.placement;

import java.util.List;

/**
 * A program of Placement, as JDSM's examples have it.
 *
 * @param command the program and its arguments
 * @param timed the names of its seconds in the line that it prints
 */
record Program(String command, List<String> timed) {
    static final List<Program> ALL = List.of(
            of("CountedTree -n 20000"),
            of("MolDyn --forces synchronized --cells 4 --steps 10"),
            of("NBody --bodies 2000 --steps 3"));

    /** A program of a user's choice, which prints {@code seconds=} unless it is the tree. */
    static Program of(String command) {
        return new Program(
                command, command.startsWith("CountedTree") ? List.of("insert", "search") : List.of("seconds"));
    }

    String name() {
        return command.split(" ")[0];
    }

    List<String> words() {
        return List.of(command.split(" "));
    }
}
