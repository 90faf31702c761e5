import { applicationWithdrawn } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import { type CopyDependencies, deleteCopy } from '../features/delete-overdue-data/delete-copy.ts';

/** A submission whose event arrives later is dropped. */
export const onApplicationWithdrawn = (deps: CopyDependencies): EventHandler =>
  handleEvent(applicationWithdrawn, async ({ application_id }) => {
    await deleteCopy(deps, application_id);
  });
