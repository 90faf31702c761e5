import type { Results } from './results.ts';

/** A test whose title, or the title of a `describe` around it, carries the id of a statement: `[S-2.14]`. */
export interface Carrier {
  readonly id: string;
  /** Its file and titles, joined by ` › `. */
  readonly test: string;
  readonly status: string;
}

export interface TestEvidence {
  readonly results: Results;
  /** Ignores results that started earlier (ms since 1970). */
  readonly since: number;
  /** Whether the project has this file. */
  readonly exists: (file: string) => boolean;
}

/** The ids in a text, misspelt ones included, so that they are reported. */
export const findIds = (text: string): string[] =>
  [...text.matchAll(/\[(S-[^\]]*)\]/g)].map(([, id = '']) => id);

/** Every executed test with an id, once for each id. */
export const findCarriers = ({ results, since, exists }: TestEvidence): Carrier[] =>
  Object.entries(results)
    .filter(([file, { at }]) => at >= since && exists(file))
    .flatMap(([file, { tests }]) =>
      Object.entries(tests).flatMap(([name, status]) =>
        findIds(name).map((id) => ({ id, test: `${file} › ${name}`, status })),
      ),
    );
