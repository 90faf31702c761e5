import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { readCookie, toHostCookieName } from '@archaka/contracts';
import type { Waiter } from './room.ts';

const COOKIE_NAME = 'archaka_place';
/** A visitor without a request for this long has to wait again. */
const VISIT_MS = 3600_000;
/** A waiter who returns within this time regains the position of the arrival. */
const WAIT_MS = 2 * 3600_000;
const MAC_BYTES = 16;

/** `since`: the last renewal of a visit, the arrival of a waiter; milliseconds since the epoch. */
export interface HeldPlace {
  readonly kind: 'visit' | 'wait';
  readonly id: string;
  readonly since: number;
}

export type Places = ReturnType<typeof createPlaces>;

interface PlacesOptions {
  /** The same in all instances: each accepts what another signed. */
  readonly secret: string;
  readonly secure: boolean;
  readonly now?: () => number;
}

const LIFETIMES_MS = { visit: VISIT_MS, wait: WAIT_MS } as const;

/** Signed, so that places survive a restart and cannot be moved forward in the line. */
export function createPlaces({ secret, secure, now = Date.now }: PlacesOptions) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'waiting room', 32));
  const name = toHostCookieName(COOKIE_NAME, { secure });
  const sign = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, MAC_BYTES);

  function isSigned(text: string, mac: string): boolean {
    // As text, since several texts decode to the same bytes.
    const [given, expected] = [Buffer.from(mac), Buffer.from(sign(text).toString('base64url'))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  return {
    read(cookies: string | undefined): HeldPlace | undefined {
      const value = readCookie(cookies, name);
      const [, text = '', kind, id = '', since, mac = ''] =
        /^((visit|wait)\.([\w-]{16})\.(\d{1,16}))\.([\w-]{22})$/.exec(value ?? '') ?? [];
      if (!isSigned(text, mac)) return undefined;
      const place = { kind: kind as HeldPlace['kind'], id, since: Number(since) };
      return now() - place.since < LIFETIMES_MS[place.kind] ? place : undefined;
    },
    /** A `Set-Cookie` value. */
    write({ kind, id, since }: HeldPlace): string {
      const text = `${kind}.${id}.${since}`;
      const maxAge = LIFETIMES_MS[kind] / 1000;
      const attributes = `Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
      return `${name}=${text}.${sign(text).toString('base64url')}; ${attributes}`;
    },
    createWaiter: (): Waiter => ({ id: randomBytes(12).toString('base64url'), arrivedAt: now() }),
  };
}
