import type { Hen } from './other-hen.ts';

export interface Egg {
  from?: Hen;
}
