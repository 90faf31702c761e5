import fc from 'fast-check';

// One counterexample notices a mutant: a search for the smallest takes much longer than finding it.
fc.configureGlobal({ endOnFailure: true });
