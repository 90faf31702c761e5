import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RetentionRule, retentionSchema } from '@archaka/contracts/retention';
import { ROOT } from '../stages/stage.ts';

/** The retention rules that the portal ships. */
export const readRules = async (): Promise<RetentionRule[]> =>
  retentionSchema.parse(JSON.parse(await readFile(join(ROOT, 'exams/retention.json'), 'utf8'))).kinds;
