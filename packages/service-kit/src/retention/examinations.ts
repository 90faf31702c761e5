import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Examination } from '@archaka/contracts';
import { loadExamination } from '../examination.ts';

/** By year. */
export type Examinations = ReadonlyMap<string, Examination>;

/** Includes earlier ones, in files `<year>.json` beside it. @throws ConfigurationError for a malformed file. */
export async function loadExaminations(examFile: string): Promise<Examinations> {
  const folder = dirname(examFile);
  const siblings = (await readdir(folder)).filter((name) => /^\d{4}\.json$/.test(name));
  const earlier = await Promise.all(siblings.map((name) => loadExamination(join(folder, name))));
  const all = [...earlier, await loadExamination(examFile)];
  return new Map(all.map((examination) => [examination.examine_year, examination]));
}
