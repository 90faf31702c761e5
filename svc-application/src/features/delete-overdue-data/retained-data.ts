import type { Database, RetainedData, ServiceClient } from '@archaka/service-kit';
import type { Repositories } from '../../persistence/repositories.ts';
import { createOverdueApplications } from './overdue-applications.ts';
import { createOverdueDrafts } from './overdue-drafts.ts';
import { createOverdueFirstHolds } from './overdue-first-holds.ts';
import { createUnattachedUploads } from './unattached-uploads.ts';

interface RetainedDataDependencies {
  readonly db: Database;
  readonly repositories: Repositories;
  readonly services: Pick<ServiceClient, 'call'>;
}

export const createRetainedData = (deps: RetainedDataDependencies): RetainedData[] => [
  createOverdueDrafts(deps.db, deps.repositories),
  createOverdueFirstHolds(deps.repositories.firstHolds),
  ...createOverdueApplications(deps),
  createUnattachedUploads(deps.repositories),
];
