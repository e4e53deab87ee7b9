package jdsm.launcher.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One process to start.
 *
 * @param label its name in messages, for instance {@code rank 2}
 * @param prefix the text in front of each line of its output; may be empty
 * @param command the command and its arguments
 * @param environment variables in addition to the launcher's, minus {@link LaunchPlan#unset}
 */
public record ProcessPlan(String label, String prefix, List<String> command, Map<String, String> environment) {
    public ProcessPlan {
        command = List.copyOf(command);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** Whether the process opens a port for a debugger and prints it. */
    public boolean isDebugged() {
        return command.stream().anyMatch(argument -> argument.startsWith(Planner.DEBUGGER));
    }

    /** Leaves out the values of the variables, because one of them is the secret. */
    @Override
    public String toString() {
        return "ProcessPlan[" + label + ": " + command + " with " + environment.keySet() + "]";
    }
}
