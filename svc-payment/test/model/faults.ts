import fc from 'fast-check';

/** Crash points, named after the incomplete step. */
export const crashPoints = [
  'before a commit',
  'after a commit',
  'evidence is stored but not processed',
  'the provider has refunded but the ledger has no record',
  'before any other word to the store',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** The fault of an operation, at its n-th opportunity. */
export type Fault =
  | { readonly kind: 'none' }
  | { readonly kind: 'dies'; readonly where: CrashPoint; readonly nth: number }
  /** The provider executes the request, but its response is lost. */
  | { readonly kind: 'answer lost'; readonly nth: number }
  | { readonly kind: 'provider down'; readonly nth: number };

const seldomPassed = fc.constantFrom(0, 0, 0, 1);
const oftenPassed = fc.constantFrom(0, 1, 2, 3, 5, 8);
const [beforeCommit, afterCommit, storedOnly, doneOnly, elsewhere] = crashPoints;

const createCrash = (where: fc.Arbitrary<CrashPoint>, nth: fc.Arbitrary<number>): fc.Arbitrary<Fault> =>
  fc.record({ kind: fc.constant('dies' as const), where, nth });

export const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Fault>({ kind: 'none' }) },
  {
    weight: 3,
    arbitrary: createCrash(fc.constantFrom(beforeCommit, afterCommit, storedOnly, doneOnly), seldomPassed),
  },
  { weight: 1, arbitrary: createCrash(fc.constant(elsewhere), oftenPassed) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('answer lost' as const, 'provider down' as const),
      nth: seldomPassed,
    }),
  },
);
