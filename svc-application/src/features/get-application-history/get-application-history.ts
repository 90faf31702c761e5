import { getApplicationHistory } from '@archaka/contracts';
import { ok, type Served, serve } from '@archaka/service-kit';
import { historyOf } from '../../domain/changes.ts';
import { assertOwn } from '../confirm-identity/assert-own.ts';
import { confirmIdentity } from '../confirm-identity/confirm-identity.ts';
import type { Setting } from '../setting.ts';

/** `getapplicationhistory`: every version of an own application, newest first. */
export function getApplicationHistoryCall({ stores }: Setting): Served {
  return serve(getApplicationHistory, async ({ body, user }) => {
    confirmIdentity(body, user);
    const [application, versions] = await Promise.all([
      stores.applications.find(body.application_id),
      stores.versions.list(body.application_id),
    ]);
    assertOwn(application, user);
    return ok({ data: historyOf(versions) });
  });
}
