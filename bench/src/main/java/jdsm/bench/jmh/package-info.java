/**
 * The JMH benchmarks. Two ranks are two processes: the JVM that JMH forks, and a partner that the benchmark starts and
 * ends. Each benchmark times a batch of messages; see {@link jdsm.bench.jmh.Batch}.
 */
package jdsm.bench.jmh;
