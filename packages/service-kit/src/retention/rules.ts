import { dirname, join } from 'node:path';
import type { Service } from '@archaka/contracts';
import { type RetentionRule, retentionSchema } from '@archaka/contracts/retention';
import { readConfigurationFile } from '../configuration-file.ts';

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
