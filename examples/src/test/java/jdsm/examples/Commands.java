package jdsm.examples;

import java.io.File;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The commands of the system that tests of a class need. Where one is missing the tests are skipped, loudly. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Commands.Condition.class)
@interface Commands {
    /** The names of the commands. */
    String[] value();

    /** Whether the tests need the rights of root. */
    boolean root() default false;

    /** Skips the tests of a class whose commands are missing. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            Commands needed = context.getRequiredTestClass().getAnnotation(Commands.class);
            String reason = Stream.of(needed.value())
                    .filter(command -> !exists(command))
                    .findFirst()
                    .map(command -> "there is no command " + command)
                    .orElse(needed.root() && !"root".equals(System.getProperty("user.name")) ? "it needs root" : null);
            if (reason == null) {
                return ConditionEvaluationResult.enabled("all commands are there");
            }
            if (context.getTestMethod().isEmpty()) {
                System.err.println("jdsm: SKIPPED " + context.getDisplayName() + ": " + reason);
            }
            return ConditionEvaluationResult.disabled(reason);
        }

        private static boolean exists(String command) {
            return Stream.of((System.getenv("PATH") + ":/usr/sbin:/sbin").split(File.pathSeparator))
                    .map(directory -> Path.of(directory, command))
                    .anyMatch(Files::isExecutable);
        }
    }
}
