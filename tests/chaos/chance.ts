import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Chance that falls the same way whenever it is asked the same questions in the same order. */
export interface Chance {
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  oneOf<Item>(items: readonly Item[]): Item;
  /** Whether something happens that happens in this share of all cases, 0 to 1. */
  happens(share: number): boolean;
  /** The items in another order. */
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** The chance of one subject of a run, independent of all others of its seed. */
export function chanceOf(seed: number, subject: string): Chance {
  const source = xoroshiro128plus(createHash('sha256').update(`${seed} ${subject}`).digest().readInt32LE());
  const between = (least: number, most: number) => uniformInt(source, least, most);
  const oneOf = <Item>(items: readonly Item[]) => items[between(0, items.length - 1)] as Item;

  return {
    between,
    oneOf,
    happens: (share) => between(1, 1000) <= share * 1000,
    shuffled<Item>(items: readonly Item[]) {
      const rest = [...items];
      return items.map(() => rest.splice(between(0, rest.length - 1), 1)[0] as Item);
    },
  };
}
