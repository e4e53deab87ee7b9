package jdsm.bench.pcj;

import org.pcj.PCJ;
import org.pcj.StartPoint;

/** Every thread prints its number. */
public final class PcjHello implements StartPoint {
    /** @param args the number of JVMs */
    public static void main(String[] args) {
        PcjJob.run(PcjHello.class, args);
    }

    @Override
    public void main() {
        System.out.println("Hello from thread " + PCJ.myId() + " of " + PCJ.threadCount());
    }
}
