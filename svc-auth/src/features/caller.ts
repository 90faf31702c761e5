import { toText } from '@archaka/contracts';
import { toNetworkKey } from '@archaka/service-kit';
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

function toMobileKey(value: unknown): string | undefined {
  const number = toText(value);
  return /^\d{10}$/.test(number) ? number : undefined;
}

export type CallerResolver = (request: Request, number: unknown) => Promise<Caller>;

export const createCallerResolver =
  ({ browsers, cookies }: { browsers: BrowserRepository; cookies: Cookies }): CallerResolver =>
  async (request, value) => {
    const number = toMobileKey(value);
    const browserId = cookies.read(request, 'browser');
    const knownBrowser = number && browserId ? await browsers.find(browserId, number) : undefined;
    return { address: toNetworkKey(request), number, knownBrowser };
  };
