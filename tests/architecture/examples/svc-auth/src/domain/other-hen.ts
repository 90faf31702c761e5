import type { Egg } from './no-circular.ts';

export interface Hen {
  from?: Egg;
}
