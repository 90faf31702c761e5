import { toText } from '@archaka/contracts';
import { type RawBody, toNetworkKey } from '@archaka/service-kit';
import type { Request } from 'express';
import type { BrowserRepository } from '../persistence/browser-repository.ts';
import type { Cookies } from './cookies.ts';

/** Who asks, as limits tell callers apart. */
export interface Caller {
  readonly address: string;
  /** The body's mobile number when it is one: limits count nothing else. */
  readonly number: string | undefined;
  /** Of a browser that has signed in to this number: the key of both. */
  readonly knownBrowser: string | undefined;
}

function toMobileKey(body: RawBody): string | undefined {
  const number = toText(body.number);
  return /^\d{10}$/.test(number) ? number : undefined;
}

/** Tells who asks. */
export type CallerResolver = (body: RawBody, request: Request) => Promise<Caller>;

export const createCallerResolver =
  ({ browsers, cookies }: { browsers: BrowserRepository; cookies: Cookies }): CallerResolver =>
  async (body, request) => {
    const number = toMobileKey(body);
    const browserId = cookies.read(request, 'browser');
    const knownBrowser = number && browserId ? await browsers.find(browserId, number) : undefined;
    return { address: toNetworkKey(request), number, knownBrowser };
  };
