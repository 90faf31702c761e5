import fc from 'fast-check';

// One counterexample kills a mutant: shrinking it would need much longer than finding it.
fc.configureGlobal({ endOnFailure: true });
