import { textOf } from '@archaka/contracts';
import { type RawBody, toNetworkKey } from '@archaka/service-kit';
import type { Request } from 'express';
import type { BrowserStore } from '../store/browsers.ts';
import type { Cookies } from './cookies.ts';

/** Who asks, as limits tell callers apart. */
export interface Caller {
  readonly address: string;
  /** The body's mobile number when it is one: limits count nothing else. */
  readonly number: string | undefined;
  /** Of a browser that has signed in to this number: the key of both. */
  readonly knownBrowser: string | undefined;
}

function mobileOf(body: RawBody): string | undefined {
  const number = textOf(body.number);
  return /^\d{10}$/.test(number) ? number : undefined;
}

/** Tells who asks; a request is looked at once. */
export function callersOf({ browsers, cookies }: { browsers: BrowserStore; cookies: Cookies }) {
  const callers = new WeakMap<Request, Promise<Caller>>();

  async function look(body: RawBody, request: Request): Promise<Caller> {
    const number = mobileOf(body);
    const browserId = cookies.read(request, 'browser');
    const knownBrowser = number && browserId ? await browsers.find(browserId, number) : undefined;
    return { address: toNetworkKey(request), number, knownBrowser };
  }

  return (body: RawBody, request: Request): Promise<Caller> => {
    const caller = callers.get(request) ?? look(body, request);
    callers.set(request, caller);
    return caller;
  };
}
export type Callers = ReturnType<typeof callersOf>;
