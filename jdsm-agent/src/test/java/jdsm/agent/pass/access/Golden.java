package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Dominators;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Loops;
import jdsm.agent.pass.CheckReport;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** A woven source: what the pass said of checks, and where calls of them are in fact. */
final class Golden {
    private static final Set<String> CHECKS = Set.of(Snippets.CHECKS, Snippets.ENTRY_CHECKS, Snippets.RANGES);

    private final List<String> lines = new ArrayList<>();
    private final List<ClassNode> nodes = new ArrayList<>();

    Golden(String source) {
        this(source, TestClasses::new);
    }

    Golden(String source, Function<Map<String, byte[]>, Classes> known) {
        Map<String, byte[]> files = InMemory.compile(source);
        CheckReport report = (method, line, what, inLoop, reason) ->
                lines.add(method + " line " + line + ": " + what + (inLoop ? " in the loop: " : " ") + reason);
        Map<String, byte[]> woven = Weaving.weave(files, known.apply(files), report, nodes::add);
        ClassLoader loader = Weaving.loader(woven);
        woven.forEach((name, bytes) ->
                assertThat(Weaving.problems(bytes, loader)).as(name).isEmpty());
    }

    /** What was said of a method, sorted. */
    String listing(String method) {
        return String.join(
                "\n",
                lines.stream()
                        .filter(line -> line.contains("." + method + " "))
                        .map(line -> line.substring(line.indexOf(' ') + 1))
                        .sorted()
                        .toList());
    }

    /** How many calls of checks a method has in loops around which there are so many others, or anywhere in that depth. */
    long checksAtDepth(String method, int depth) {
        return nodes.stream()
                .flatMap(node -> node.methods.stream())
                .filter(candidate -> candidate.name.equals(method))
                .mapToLong(candidate -> checks(candidate, depth))
                .sum();
    }

    /** How many calls of a method of the runtime's checks a method has. */
    long calls(String method, String called) {
        return nodes.stream()
                .flatMap(node -> node.methods.stream())
                .filter(candidate -> candidate.name.equals(method))
                .flatMap(candidate -> Stream.of(candidate.instructions.toArray()))
                .filter(node ->
                        node instanceof MethodInsnNode call && CHECKS.contains(call.owner) && call.name.equals(called))
                .count();
    }

    static long checks(MethodNode method, int depth) {
        FlowGraph graph = FlowGraph.of(method);
        Loops loops = new Loops(graph, new Dominators(graph));
        long found = 0;
        for (int block : graph.order()) {
            int around = 0;
            for (Loop loop = loops.innermost(block); loop != null; loop = loop.parent()) {
                around++;
            }
            for (int i = graph.first(block); around == depth && i <= graph.last(block); i++) {
                AbstractInsnNode node = graph.instruction(i);
                boolean check = node instanceof MethodInsnNode call && CHECKS.contains(call.owner);
                found += check ? 1 : 0;
            }
        }
        return found;
    }
}
