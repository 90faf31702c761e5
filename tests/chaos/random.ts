import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A seeded random source: the same calls in the same order return the same values. */
export type Random = ReturnType<typeof createRandom>;

/** Creates the random source of one subject of a run, independent of the seed's other subjects. */
export function createRandom(seed: number, subject: string) {
  const source = xoroshiro128plus(createHash('sha256').update(`${seed} ${subject}`).digest().readInt32LE());
  /** An integer between `min` and `max`, both included. */
  const integerBetween = (min: number, max: number) => uniformInt(source, min, max);
  const pickOne = <Item>(items: readonly Item[]) => items[integerBetween(0, items.length - 1)] as Item;

  return {
    integerBetween,
    pickOne,
    /** A shuffled copy of the items. */
    shuffle<Item>(items: readonly Item[]) {
      const remaining = [...items];
      return items.map(() => remaining.splice(integerBetween(0, remaining.length - 1), 1)[0] as Item);
    },
  };
}
