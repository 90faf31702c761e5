import { type AuditLog, type Database, toApplicant } from '@archaka/service-kit';
import type { Request, Response } from 'express';
import { parseDevice } from '../../domain/device.ts';
import { createOpaqueId } from '../../domain/opaque-id.ts';
import { getSessionLifetime } from '../../domain/session.ts';
import type { BrowserRepository } from '../../persistence/browser-repository.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import type { Account } from '../../persistence/sign-up-repository.ts';
import type { Cookies } from '../cookies.ts';

interface SessionDependencies {
  readonly db: Database;
  readonly sessions: SessionRepository;
  readonly browsers: BrowserRepository;
  readonly cookies: Cookies;
  readonly audit: AuditLog;
}

interface OpeningOptions {
  readonly request: Request;
  readonly response: Response;
  readonly isOwnDevice: boolean;
}

export type SessionOpener = (account: Account, options: OpeningOptions) => Promise<void>;

/** Opens the account's session, which ends the browser's previous one, and remembers the browser. */
export const createSessionOpener = ({
  db,
  sessions,
  browsers,
  cookies,
  audit,
}: SessionDependencies): SessionOpener => {
  async function endPreviousSession(request: Request): Promise<void> {
    const previous = cookies.read(request, 'session');
    const id = previous && (await sessions.end(previous));
    if (id) await audit.record({ action: 'session.ended', actor: toApplicant({ id }) });
  }

  async function rememberBrowser({ _id: account_id, number }: Account, request: Request): Promise<string> {
    const sentId = cookies.read(request, 'browser');
    const browserId = sentId && (await browsers.isIssued(sentId)) ? sentId : createOpaqueId();
    await browsers.remember(browserId, { number, account_id });
    return browserId;
  }

  return async (account, { request, response, isOwnDevice }) => {
    const { _id: account_id, number, name } = account;
    const device = { ...parseDevice(request.headers['user-agent']), own_device: isOwnDevice };
    const browserId = await rememberBrowser(account, request);
    const value = await db.transaction(async () => {
      const opened = await sessions.open({ account_id, number, name }, device);
      await audit.record({
        action: 'session.started',
        actor: toApplicant({ id: account_id }),
        detail: { own_device: isOwnDevice },
      });
      await endPreviousSession(request);
      return opened;
    });
    cookies.clear(response, 'otp');
    cookies.set(response, 'browser', { value: browserId });
    // The last one: a client that reads a single Set-Cookie reads this one.
    cookies.set(response, 'session', { value, hours: getSessionLifetime(device).hours });
  };
};
