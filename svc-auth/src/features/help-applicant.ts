import { endSessionsOfUser, findAccountNumber, resendText } from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, ok } from '@archaka/service-kit';
import { RESENT_TEXTS } from '../domain/limits.ts';
import { isTextNeeded } from '../domain/texts.ts';
import type { ApplicationText } from '../persistence/text-repository.ts';
import type { Dependencies } from './dependencies.ts';

const toStaff = (id: string) => ({ kind: 'operator', id }) as const;

/** The last text that still holds, with the account that gets it. */
async function findLastText(
  { accounts, applications, texts }: Dependencies,
  applicationId: string,
): Promise<{ text: ApplicationText; userId: string } | undefined> {
  const application = await applications.find(applicationId);
  if (!application?.user_id) return undefined;
  const account = await accounts.find(application.user_id);
  if (!account || account.no_texts) return undefined;
  const sent = await texts.listSent(applicationId);
  const text = sent.find(({ kind }) => isTextNeeded(kind, application));
  return text && { text, userId: application.user_id };
}

/** What the department's help desk does for an applicant at the telephone. */
export function createHelpDeskHandlers(deps: Dependencies): CallHandler[] {
  const { db, audit, accounts, texts, sessions, rateLimits } = deps;
  return [
    handleCall(resendText, {
      handle: async ({ body: { application_id: applicationId, staff_id } }) => {
        const last = await findLastText(deps, applicationId);
        if (!last) return businessError(420);
        const { text, userId } = last;
        if ((await rateLimits.resentTexts.add(userId)) > RESENT_TEXTS.points) return businessError(421);
        await db.transaction(async () => {
          await texts.enqueueAgain(text);
          await audit.record({
            action: 'text.resent',
            actor: toStaff(staff_id),
            subject: { userId, applicationId },
            detail: { kind: text.kind },
          });
        });
        return ok({ data: [{ kind: text.kind }] });
      },
    }),
    handleCall(endSessionsOfUser, {
      handle: async ({ body: { user_id: userId, staff_id, reason } }) => {
        const count = await db.transaction(async () => {
          const ended = await sessions.endAll(userId);
          await audit.record({
            action: 'sessions.ended',
            actor: toStaff(staff_id),
            subject: { userId },
            detail: { count: ended },
            why: reason,
          });
          return ended;
        });
        return ok({ data: [{ count }] });
      },
    }),
    handleCall(findAccountNumber, {
      handle: async ({ body: { user_id: userId } }) => {
        const account = await accounts.find(userId);
        return ok({ data: account ? [{ number: account.number }] : [] });
      },
    }),
  ];
}
