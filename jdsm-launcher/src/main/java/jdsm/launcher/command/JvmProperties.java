package jdsm.launcher.command;

import java.util.List;

/** The system properties of JVMs that start with given arguments. */
final class JvmProperties {
    private JvmProperties() {}

    /** The value of a property; null if it is not set. The last argument counts; without one, this JVM's own value. */
    static String of(List<String> jvmArgs, String name) {
        String definition = "-D" + name + "=";
        return jvmArgs.stream()
                .filter(argument -> argument.startsWith(definition))
                .reduce((earlier, later) -> later)
                .map(argument -> argument.substring(definition.length()))
                .orElseGet(() -> System.getProperty(name));
    }
}
