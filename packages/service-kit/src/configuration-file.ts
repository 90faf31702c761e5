import { readFile } from 'node:fs/promises';
import { type Examination, examinationSchema } from '@archaka/contracts';
import type * as z from 'zod';
import { ConfigurationError } from './config.ts';

const toCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'not JSON';

/** @throws ConfigurationError that names the variable, the file and what is wrong with it */
export async function readConfigurationFile<Schema extends z.ZodType>(
  variable: string,
  file: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const content: unknown = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch((cause) => {
      throw new ConfigurationError(`${variable}: ${file} cannot be read (${toCode(cause)})`, { cause });
    });
  const { data, error } = schema.safeParse(content);
  if (error === undefined) return data as z.output<Schema>;
  const faults = error.issues.map(({ path, message }) => `${path.join('.') || 'content'}: ${message}`);
  throw new ConfigurationError(`${variable}: ${file} is not valid: ${faults.join('; ')}`, { cause: error });
}

/** @throws ConfigurationError for a missing or malformed file. */
export const loadExamination = (file: string): Promise<Examination> =>
  readConfigurationFile('EXAM_FILE', file, examinationSchema);
