/** Jobs whose ranks, hosts or networks fail: a table of faults and outcomes. */
package jdsm.bench.reliability;
