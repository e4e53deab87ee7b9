package jdsm.launcher.command;

import java.util.List;

/** The system properties that JVMs will have which are started with certain arguments. */
final class JvmProperties {
    private JvmProperties() {}

    /** The last argument counts; what none says is as in this JVM. Null: not set. */
    static String of(List<String> jvmArgs, String name) {
        String definition = "-D" + name + "=";
        return jvmArgs.stream()
                .filter(argument -> argument.startsWith(definition))
                .reduce((earlier, later) -> later)
                .map(argument -> argument.substring(definition.length()))
                .orElseGet(() -> System.getProperty(name));
    }
}
