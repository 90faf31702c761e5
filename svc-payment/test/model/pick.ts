/** Selects an element by any number; undefined for an empty list. */
export const pick = <Item>(items: readonly Item[], which: number): Item | undefined =>
  items[which % Math.max(1, items.length)];
