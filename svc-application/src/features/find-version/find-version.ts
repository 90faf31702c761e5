import { findVersion } from '@archaka/contracts';
import { ok, type Served, serve } from '@archaka/service-kit';
import type { Setting } from '../setting.ts';

/** `findversion`: for a service that an application's events have not reached yet. */
export function findVersionCall({ stores }: Setting): Served {
  return serve(findVersion, async ({ body: { application_id, user_id } }) => {
    const application = await stores.applications.find(application_id);
    return ok({ data: application?.userId === user_id ? [{ version: application.version }] : [] });
  });
}
