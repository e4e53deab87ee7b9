/** Measures programs under each order of fetching, with whole and with split classes, and writes docs/placement.md. */
package jdsm.bench.placement;
