/** Whether the runtime's memory grows with the length of a program; for a person to run. */
package jdsm.bench.growth;
