import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { routes } from '@archaka/contracts';
import { forbidden } from '@archaka/service-kit';
import type { Request, Router } from 'express';
import type { Config } from '../config.ts';
import type { DevSmsRepository } from '../persistence/dev-sms-repository.ts';

type InboxConfig = Pick<Config, 'AUTH_URL' | 'PORTAL_ORIGIN'> & {
  readonly DEV_INBOX_KEY?: string | undefined;
};

const toHostname = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';

/** A page that rebinds its own name to this machine's address comes with that name. */
function isOwnHost(host: string | undefined, ownNames: readonly string[]): boolean {
  if (host === undefined) return true;
  const name = toHostname(host);
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || name === 'localhost' || name.endsWith('.localhost') || ownNames.includes(name);
}

function isKey(given: unknown, key: string): boolean {
  const [one, other] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** @throws HttpProblem 403 for a page of another name, or without the key where there is one. */
export function createReadDevSmsRoute(
  devSms: DevSmsRepository,
  { AUTH_URL: ownUrl, PORTAL_ORIGIN: portalOrigin, DEV_INBOX_KEY: key }: InboxConfig,
) {
  const ownNames = [ownUrl, portalOrigin].map((url) => new URL(url).hostname);

  function assertMayRead({ headers, query }: Request): void {
    const forwardedHost = headers['x-forwarded-host'];
    const hosts = [headers.host, forwardedHost === undefined ? undefined : String(forwardedHost)];
    if (!hosts.every((host) => isOwnHost(host, ownNames))) throw forbidden();
    if (key !== undefined && !isKey(query.key, key)) throw forbidden();
  }

  return (router: Router) => {
    router.get(routes.inbox.path, async (request, response) => {
      assertMayRead(request);
      const { kind, number } = request.query;
      const listed = kind === 'texts' ? 'text' : 'otp';
      response.json(await devSms.listNewest(listed, typeof number === 'string' ? number : undefined));
    });
  };
}
