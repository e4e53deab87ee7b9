package jdsm.comm.ucx;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jdsm.comm.CommException;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A test that needs UCX's libraries. Without them it is skipped, with a line on standard error that says why. With the
 * environment variable {@code JDSM_UCX_LIB} or the system property {@code jdsm.ucx.lib} they have to be there.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsUcx.Condition.class)
@interface NeedsUcx {
    /** Whether the libraries are there. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            try {
                UcxLibraries.load();
                return ConditionEvaluationResult.enabled("UCX is there");
            } catch (CommException e) {
                if (UcxLibraries.named() != null) {
                    throw e;
                }
                if (context.getTestMethod().isEmpty()) {
                    System.err.println("jdsm: SKIPPED " + context.getDisplayName() + ": " + e.getMessage());
                }
                return ConditionEvaluationResult.disabled(e.getMessage());
            }
        }
    }
}
