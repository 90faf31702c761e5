import { getApplicationHistory } from '@archaka/contracts';
import { type CallHandler, handleCall, ok } from '@archaka/service-kit';
import { toHistory } from '../../domain/history.ts';
import { assertIdentity, assertOwner } from '../assert-identity/assert-identity.ts';
import type { Dependencies } from '../dependencies.ts';

export function createGetApplicationHistoryHandler({ repositories }: Dependencies): CallHandler {
  return handleCall(getApplicationHistory, {
    handle: async ({ body, user }) => {
      assertIdentity(body, user);
      const [application, versions] = await Promise.all([
        repositories.applications.find(body.application_id),
        repositories.versions.list(body.application_id),
      ]);
      assertOwner(application, user);
      return ok({ data: toHistory(versions) });
    },
  });
}
