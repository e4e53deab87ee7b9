/** The write-invalidate protocol with ownership that moves (JDSM paper, section 3.2). */
package jdsm.coherence.invalidate;
