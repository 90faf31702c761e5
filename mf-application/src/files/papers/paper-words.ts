import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export const paperWords = {
  smaller: msg`Make it smaller`,
  larger: msg`Make it larger`,
} as const satisfies Record<string, Word>;

export const pageOf = (number: number, all: number): Word => msg`Page ${number} of ${all}`;

export const pagesInAll = (count: number): Word => msg`Pages: ${count}`;
