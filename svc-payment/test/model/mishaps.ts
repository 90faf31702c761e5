import fc from 'fast-check';

/** Where a process dies, by what it leaves half done. */
export const places = [
  'before a commit',
  'after a commit',
  'evidence is kept and not taken to work on',
  'the provider has done it and it is not kept',
  'before any other word to the store',
] as const;
export type Place = (typeof places)[number];

/** What goes wrong in an operation, at the n-th occasion for it. */
export type Mishap =
  | { readonly kind: 'none' }
  | { readonly kind: 'dies'; readonly where: Place; readonly nth: number }
  /** The provider does what it is told, and nobody hears so. */
  | { readonly kind: 'answer lost'; readonly nth: number }
  | { readonly kind: 'provider down'; readonly nth: number };

const seldomPassed = fc.constantFrom(0, 0, 0, 1);
const oftenPassed = fc.constantFrom(0, 1, 2, 3, 5, 8);
const [beforeCommit, afterCommit, keptOnly, doneOnly, elsewhere] = places;

const dies = (where: fc.Arbitrary<Place>, nth: fc.Arbitrary<number>): fc.Arbitrary<Mishap> =>
  fc.record({ kind: fc.constant('dies' as const), where, nth });

export const mishap: fc.Arbitrary<Mishap> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Mishap>({ kind: 'none' }) },
  {
    weight: 3,
    arbitrary: dies(fc.constantFrom(beforeCommit, afterCommit, keptOnly, doneOnly), seldomPassed),
  },
  { weight: 1, arbitrary: dies(fc.constant(elsewhere), oftenPassed) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('answer lost' as const, 'provider down' as const),
      nth: seldomPassed,
    }),
  },
);
