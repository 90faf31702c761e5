import { type Examination, examinationSchema } from '@archaka/contracts';
import { readConfigurationFile } from './configuration-file.ts';

/** @throws ConfigurationError for a missing or malformed file. */
export const loadExamination = (file: string): Promise<Examination> =>
  readConfigurationFile('EXAM_FILE', file, examinationSchema);
