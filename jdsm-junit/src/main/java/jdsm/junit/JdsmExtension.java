package jdsm.junit;

import java.lang.reflect.Method;
import java.time.Duration;
import jdsm.Jdsm;
import jdsm.JobFailedException;
import jdsm.SPMD;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.opentest4j.ValueWrapper;

/** Runs the methods of a test on the ranks of a job, and none of them on the instance that JUnit makes. */
final class JdsmExtension implements InvocationInterceptor, ParameterResolver {
    private static final Namespace PROGRAMS = Namespace.create(JdsmExtension.class);

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        invocation.skip();
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        invocation.skip();
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        invocation.skip();
        Method method = called.getExecutable();
        JdsmTest test = AnnotationSupport.findAnnotation(method, JdsmTest.class).orElseThrow();
        Class<?> tested = context.getRequiredTestClass();
        TestPrograms programs = context.getParent()
                .orElse(context)
                .getStore(PROGRAMS)
                .getOrComputeIfAbsent(tested, any -> new TestPrograms(tested), TestPrograms.class);
        try {
            job(test).run(programs.program(method));
        } catch (JobFailedException e) {
            throw failure(e);
        }
    }

    private static Jdsm job(JdsmTest test) {
        Jdsm job = Jdsm.ranks(test.ranks()).workers(test.workers()).consistency(test.consistency());
        Jdsm checked = test.check() ? job.check() : job;
        return test.timeoutSeconds() == 0 ? checked : checked.timeout(Duration.ofSeconds(test.timeoutSeconds()));
    }

    /** The failure as JUnit and development environments know it: of an assertion with the values that it compared. */
    private static RuntimeException failure(JobFailedException failed) {
        if (failed.getCause() instanceof TestAbortedException aborted) {
            return aborted;
        }
        if (!(failed.getCause() instanceof AssertionError assertion)) {
            return failed;
        }
        String message = "rank " + failed.rank() + ": " + assertion.getMessage();
        AssertionFailedError shown =
                assertion instanceof AssertionFailedError known && known.isExpectedDefined() && known.isActualDefined()
                        ? new AssertionFailedError(
                                message, text(known.getExpected()), text(known.getActual()), known.getCause())
                        : new AssertionFailedError(message, assertion.getCause());
        shown.setStackTrace(assertion.getStackTrace());
        for (Throwable other : assertion.getSuppressed()) {
            shown.addSuppressed(other);
        }
        throw shown;
    }

    /** Not the value itself, which may be a copy of something that was shared. */
    private static String text(ValueWrapper value) {
        return value.getStringRepresentation();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == SPMD.class;
    }

    /** Nothing, for the method runs on the ranks only, where it gets the program. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return null;
    }
}
