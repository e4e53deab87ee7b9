package jdsm.bench.peers;

import java.util.List;

/**
 * A compared workload.
 *
 * @param name its name in tables and for {@code --only}
 * @param unit the unit of the figures
 * @param isRate whether larger figures are better
 * @param text a description for the reader
 * @param peers the ways to run it; ratios are taken to each of them
 */
record Workload(String name, String unit, boolean isRate, String text, List<Peer> peers) {}
