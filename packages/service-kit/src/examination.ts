import { readFile } from 'node:fs/promises';
import { type Examination, examinationSchema } from '@archaka/contracts';
import { ConfigurationError } from './config.ts';

/** @throws ConfigurationError for a missing or malformed file. */
export async function loadExamination(file: string): Promise<Examination> {
  try {
    return examinationSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new ConfigurationError('EXAM_FILE does not hold a valid examination', { cause: error });
  }
}
