/** What all passes have in common; one package a pass. A pass changes a class's tree and asks nobody but Classes. */
package jdsm.agent.pass;
