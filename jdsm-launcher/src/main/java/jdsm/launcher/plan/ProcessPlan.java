package jdsm.launcher.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One process to start.
 *
 * @param label what messages call it, for instance {@code rank 2}
 * @param prefix what each line of its output gets in front; may be empty
 * @param command the command and its arguments
 * @param environment the variables that it gets in addition to the launcher's, minus {@link LaunchPlan#unset}
 */
public record ProcessPlan(String label, String prefix, List<String> command, Map<String, String> environment) {
    public ProcessPlan {
        command = List.copyOf(command);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** Whether the process says on its output at which port it expects a debugger. */
    public boolean isDebugged() {
        return command.stream().anyMatch(argument -> argument.startsWith(Planner.DEBUGGER));
    }

    /** Without values of variables, for one of them is the secret. */
    @Override
    public String toString() {
        return "ProcessPlan[" + label + ": " + command + " with " + environment.keySet() + "]";
    }
}
