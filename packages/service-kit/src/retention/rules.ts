import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Service } from '@archaka/contracts';
import { type RetentionRule, retentionSchema } from '@archaka/contracts/retention';
import { ConfigurationError } from '../config.ts';

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
  try {
    return retentionSchema.parse(JSON.parse(await readFile(file, 'utf8'))).kinds;
  } catch (error) {
    throw new ConfigurationError('RETENTION_FILE does not hold valid retention periods', { cause: error });
  }
}

export const isSweptBy = ({ deleted_by, stored_in }: RetentionRule, service: Service): boolean =>
  deleted_by === 'sweep' &&
  stored_in.some((place) => place.startsWith(`${service}.`) || place.startsWith('*.'));
