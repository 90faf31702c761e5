import { applicationWithdrawn } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import { type CopyDependencies, deleteCopy } from '../features/delete-overdue-data/delete-copy.ts';

/** The sweep deletes a submission whose event arrives later. */
export const onApplicationWithdrawn = (deps: CopyDependencies): EventHandler =>
  handleEvent(applicationWithdrawn, async ({ application_id }) => {
    await deleteCopy(deps, application_id);
  });
