package jdsm.bench.peers;

import java.util.List;

/**
 * What is compared.
 *
 * @param name as tables show it, and {@code --only} selects it
 * @param unit of the figures
 * @param isRate whether more is better
 * @param text what is done, for the reader
 * @param peers who does it; ratios are taken to each of them
 */
record Workload(String name, String unit, boolean isRate, String text, List<Peer> peers) {}
