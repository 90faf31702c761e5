import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Examination, Service } from '@archaka/contracts';
import { type RetentionRule, retentionSchema } from '@archaka/contracts/retention';
import { loadExamination, readConfigurationFile } from '../configuration-file.ts';

export interface RetentionFiles {
  readonly EXAM_FILE: string;
  readonly RETENTION_FILE?: string | undefined;
}

/** @throws ConfigurationError for a missing or malformed file. */
export async function loadRetentionRules({
  EXAM_FILE,
  RETENTION_FILE,
}: RetentionFiles): Promise<RetentionRule[]> {
  const file = RETENTION_FILE ?? join(dirname(EXAM_FILE), 'retention.json');
  return (await readConfigurationFile('RETENTION_FILE', file, retentionSchema)).kinds;
}

export const isSweptBy = ({ deleted_by, stored_in }: RetentionRule, service: Service): boolean =>
  deleted_by === 'sweep' &&
  stored_in.some((place) => place.startsWith(`${service}.`) || place.startsWith('*.'));

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
