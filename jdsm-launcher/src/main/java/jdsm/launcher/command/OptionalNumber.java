package jdsm.launcher.command;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Lets an option go without its number: an argument that follows and is no number is not the option's. */
final class OptionalNumber implements IParameterPreprocessor {
    static final String DEFAULT = "100";

    @Override
    public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
        boolean attached = info.get("separator") instanceof String separator && !separator.isBlank();
        boolean number = !args.isEmpty() && args.peek().matches("[-+]?[0-9].*");
        if (!attached && !number) {
            args.push(DEFAULT);
        }
        return false;
    }
}
