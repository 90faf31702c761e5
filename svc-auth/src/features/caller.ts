import { toText } from '@archaka/contracts';
import { type RawBody, toNetworkKey } from '@archaka/service-kit';
import type { Request } from 'express';
import type { BrowserRepository } from '../persistence/browser-repository.ts';
import type { Cookies } from './cookies.ts';

export interface Caller {
  readonly address: string;
  /** Undefined for an invalid mobile number, which limits do not count. */
  readonly number: string | undefined;
  /** Key of browser and number; undefined unless the browser has signed in to the number. */
  readonly knownBrowser: string | undefined;
}

function toMobileKey(body: RawBody): string | undefined {
  const number = toText(body.number);
  return /^\d{10}$/.test(number) ? number : undefined;
}

export type CallerResolver = (body: RawBody, request: Request) => Promise<Caller>;

export const createCallerResolver =
  ({ browsers, cookies }: { browsers: BrowserRepository; cookies: Cookies }): CallerResolver =>
  async (body, request) => {
    const number = toMobileKey(body);
    const browserId = cookies.read(request, 'browser');
    const knownBrowser = number && browserId ? await browsers.find(browserId, number) : undefined;
    return { address: toNetworkKey(request), number, knownBrowser };
  };
