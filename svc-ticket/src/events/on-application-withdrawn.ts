import { applicationWithdrawn } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import { type CopyDependencies, deleteCopy } from '../features/delete-overdue-data/delete-copy.ts';

/** A submission that is told later is deleted by the sweep. */
export const onApplicationWithdrawn = (deps: CopyDependencies): EventHandler =>
  handleEvent(applicationWithdrawn, async ({ application_id }) => {
    await deleteCopy(deps, application_id);
  });
