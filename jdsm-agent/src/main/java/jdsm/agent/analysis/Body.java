package jdsm.agent.analysis;

import org.objectweb.asm.tree.MethodNode;

/**
 * The code of a short method, which may stand in place of a call.
 *
 * @param owner the class that declares the method
 * @param method the method; not to be changed
 * @param bytes the greatest length of the code
 * @param loops whether the code has loops
 */
public record Body(String owner, MethodNode method, int bytes, boolean loops) {}
