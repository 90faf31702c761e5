import type { Examination } from '@archaka/contracts';
import type { ServiceContext } from '@archaka/service-kit';
import type { Config } from '../config.ts';
import type { Places } from '../domain/places.ts';
import type { Repositories } from '../persistence/repositories.ts';
import type { FileInspector } from './inspect-file/inspect-file.ts';
import type { InlineFileStorer } from './store-document/store-inline-file.ts';

/** What the features work with. */
export interface Dependencies extends ServiceContext<Config> {
  /** The examination with the fee and edit date that the configuration sets. */
  readonly examination: Examination;
  readonly places: Places;
  readonly repositories: Repositories;
  readonly inspectFile: FileInspector;
  readonly storeInlineFile: InlineFileStorer;
}
