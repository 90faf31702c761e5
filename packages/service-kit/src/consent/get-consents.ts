import type { getConsents, getSignUpConsents } from '@archaka/contracts';
import { type CallHandler, handleCall, ok } from '../http/call-handler.ts';
import type { ConsentRepository } from '../persistence/consent-repository.ts';

export const createGetConsentsHandler = (
  call: typeof getConsents | typeof getSignUpConsents,
  consents: ConsentRepository,
): CallHandler =>
  handleCall(call, {
    handle: async ({ user }) => {
      const listed = await consents.list(user.id);
      return ok({
        data: listed.map(({ noticeId, at, ...consent }) => ({
          notice_id: noticeId,
          ...consent,
          at: at.toISOString(),
        })),
      });
    },
  });
