import type { Examination } from '@archaka/contracts';
import type { ServiceContext } from '@archaka/service-kit';
import type { Config } from '../config.ts';
import type { FileRef } from '../domain/application.ts';
import type { Places } from '../domain/places.ts';
import type { Repositories } from '../persistence/repositories.ts';
import type { FileInspector, RejectedFile, UploadedFile } from './inspect-file/inspect-file.ts';

export interface Dependencies extends ServiceContext<Config> {
  /** Fee and edit date come from the configuration. */
  readonly examination: Examination;
  readonly places: Places;
  readonly repositories: Repositories;
  readonly inspectFile: FileInspector;
  /** Counts the file. @throws HttpProblem 429 over the daily limit. */
  readonly storeInlineFile: (file: UploadedFile) => Promise<FileRef | RejectedFile>;
}
