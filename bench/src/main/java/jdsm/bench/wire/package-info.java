/** JDSM over a network of known bandwidth: network namespaces of this host, joined by limited links. */
package jdsm.bench.wire;
