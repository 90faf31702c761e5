/** One of several, whatever the number; undefined when there is none. */
export const pick = <Item>(items: readonly Item[], which: number): Item | undefined =>
  items[which % Math.max(1, items.length)];
