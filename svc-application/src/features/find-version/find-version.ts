import { findVersion } from '@archaka/contracts';
import { type CallHandler, handleCall, ok } from '@archaka/service-kit';
import type { Dependencies } from '../dependencies.ts';

/** For a service that has not received the application's events yet. */
export function createFindVersionHandler({ repositories }: Dependencies): CallHandler {
  return handleCall(findVersion, {
    handle: async ({ body: { application_id, user_id } }) => {
      const application = await repositories.applications.findOutline(application_id);
      return ok({ data: application?.userId === user_id ? [{ version: application.version }] : [] });
    },
  });
}
