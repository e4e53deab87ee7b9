package jdsm.bench.alloc;

import java.util.Map;
import jdsm.comm.memory.PagePolicy;

/** The measured process: one program on one allocator. Prints a line for each figure, its name and value. */
final class AllocRun {
    private AllocRun() {}

    /** @param args the program, the allocator, the parameter */
    public static void main(String[] args) throws InterruptedException {
        Memory memory = memory(args[1]);
        long begin = Processor.ofProcess();
        Map<String, Double> figures = program(args[0]).run(memory, Integer.parseInt(args[2]));
        figures.forEach(AllocRun::print);
        print("processor", (Processor.ofProcess() - begin) / 1e9);
        print("bytes", memory.systemBytes());
        print("remote", memory.remoteShare());
    }

    private static void print(String name, double value) {
        System.out.println("figure\t" + name + "\t" + value);
    }

    static Program program(String name) {
        return switch (name) {
            case "ptree" -> new PTree();
            case "vserver" -> new VServer();
            case "cky" -> new Cky();
            case "cube" -> new Cube();
            case "pairs" -> new Pairs();
            case "handover" -> new Handover();
            default -> throw new IllegalArgumentException("no program " + name);
        };
    }

    static Memory memory(String name) {
        return switch (name) {
            case "netty-pooled" -> BufMemory.pooled();
            case "netty-adaptive" -> BufMemory.adaptive();
            case "pages-buffers" -> BufMemory.pages();
            case "native" -> new NativeMemory();
            default -> new PageMemory(PagePolicy.of(name));
        };
    }
}
