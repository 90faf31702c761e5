import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Chance that falls the same way whenever it is asked the same questions in the same order. */
export interface Random {
  /** A whole number, both ends included. */
  integerBetween(min: number, max: number): number;
  pickOne<Item>(items: readonly Item[]): Item;
  /** Whether something happens that happens in this share of all cases, 0 to 1. */
  withProbability(probability: number): boolean;
  /** The items in another order. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** The chance of one subject of a run, independent of all others of its seed. */
export function createRandom(seed: number, subject: string): Random {
  const source = xoroshiro128plus(createHash('sha256').update(`${seed} ${subject}`).digest().readInt32LE());
  const integerBetween = (min: number, max: number) => uniformInt(source, min, max);
  const pickOne = <Item>(items: readonly Item[]) => items[integerBetween(0, items.length - 1)] as Item;

  return {
    integerBetween,
    pickOne,
    withProbability: (probability) => integerBetween(1, 1000) <= probability * 1000,
    shuffle<Item>(items: readonly Item[]) {
      const remaining = [...items];
      return items.map(() => remaining.splice(integerBetween(0, remaining.length - 1), 1)[0] as Item);
    },
  };
}
