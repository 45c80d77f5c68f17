/** Nobody reads the smallest game that kills a mutant, and to look for it takes longer than all the rest. */
import fc from 'fast-check';

fc.configureGlobal({ endOnFailure: true });
