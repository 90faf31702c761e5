import type { ServiceContext } from '@archaka/service-kit';
import type { Config } from '../config.ts';
import type { FindExamination } from '../domain/application.ts';
import type { Repositories } from '../persistence/repositories.ts';
import type { PhotoReader } from './make-ticket/photo-reader.ts';
import type { KeyRing } from './sign-ticket.ts';

export interface Dependencies extends ServiceContext<Config> {
  readonly repositories: Repositories;
  readonly keys: KeyRing;
  readonly photos: PhotoReader;
  /** Also of an earlier year. */
  readonly findExamination: FindExamination;
}
