import type { Examination } from '@archaka/contracts';
import type { ServiceContext } from '@archaka/service-kit';
import type { Config } from '../config.ts';
import type { Places } from '../domain/places.ts';
import type { Repositories } from '../persistence/repositories.ts';
import type { FileInspector } from './inspect-file/inspect-file.ts';
import type { InlineFileStorer } from './store-document/store-document.ts';

export interface Dependencies extends ServiceContext<Config> {
  /** Fee and edit date come from the configuration. */
  readonly examination: Examination;
  readonly places: Places;
  readonly repositories: Repositories;
  readonly inspectFile: FileInspector;
  readonly storeInlineFile: InlineFileStorer;
}
