import type { IncomingHttpHeaders } from 'node:http';
import { authCookies, toCookieName } from '@archaka/contracts';
import { GATEWAY_TOKEN_HEADER, type HeaderList } from '@archaka/service-kit/server';

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
];

/** A client's claims; the gateway sets its own trace headers. It also drops every `x-forwarded-…`. */
const untrustedHeaders = [
  'authorization',
  'forwarded',
  'cookie',
  'x-request-id',
  'x-real-ip',
  GATEWAY_TOKEN_HEADER,
  'traceparent',
  'tracestate',
  'baggage',
];

const omittedForService = new Set([...hopByHop, ...untrustedHeaders]);
const omittedForClient = new Set([...hopByHop, 'set-cookie']);

/** Alternating names and values, as Node and undici accept them: no object is created for each request. */
export type FlatHeaders = (string | string[])[];

interface Caller {
  readonly address: string;
  /** The client's `Host`. */
  readonly host: string;
  /** By which the service believes address and host. */
  readonly gatewayToken: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly token: string | undefined;
  /** For svc-auth only. */
  readonly cookie: string | undefined;
}

export function headersForService(incoming: IncomingHttpHeaders, caller: Caller): FlatHeaders {
  const headers: FlatHeaders = ['x-request-id', caller.requestId];
  headers.push('x-forwarded-for', caller.address, 'x-forwarded-host', caller.host);
  headers.push(GATEWAY_TOKEN_HEADER, caller.gatewayToken);
  if (caller.traceparent) headers.push('traceparent', caller.traceparent);
  if (caller.token) headers.push('authorization', `Bearer ${caller.token}`);
  if (caller.cookie) headers.push('cookie', caller.cookie);
  const listed = listConnectionHeaders(incoming);
  for (const name in incoming) {
    if (omittedForService.has(name) || name.startsWith('x-forwarded-') || listed?.includes(name)) continue;
    const value = incoming[name];
    if (value !== undefined) headers.push(name, value);
  }
  return headers;
}

interface ClientHeaders {
  readonly setCookies: readonly string[];
  /** Sent unless the service sets them itself, as `fixedHeaders`. */
  readonly requestId: string;
  readonly fixedHeaders: HeaderList;
}

export function headersForClient(
  incoming: IncomingHttpHeaders,
  { setCookies, requestId, fixedHeaders }: ClientHeaders,
): FlatHeaders {
  const headers: FlatHeaders = [];
  const listed = listConnectionHeaders(incoming);
  for (const name in incoming) {
    if (omittedForClient.has(name) || listed?.includes(name)) continue;
    const value = incoming[name];
    if (value !== undefined) headers.push(name, value);
  }
  if (incoming['x-request-id'] === undefined) headers.push('x-request-id', requestId);
  for (const [name, value] of fixedHeaders) if (incoming[name] === undefined) headers.push(name, value);
  for (const cookie of setCookies) headers.push('set-cookie', cookie);
  return headers;
}

/** Hop-by-hop headers that the sender names; undefined for the usual `keep-alive`. */
function listConnectionHeaders({ connection }: IncomingHttpHeaders): readonly string[] | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined;
  return String(connection)
    .toLowerCase()
    .split(/\s*,\s*/);
}

/** Passes only svc-auth's own cookies, in both directions. */
export function createCookieFilter(portalOrigin: string) {
  const names = (Object.keys(authCookies) as (keyof typeof authCookies)[]).map(
    (cookie) => `${toCookieName(cookie, portalOrigin)}=`,
  );
  const isOwn = (cookie: string) => names.some((name) => cookie.startsWith(name));
  const listOwnCookies = (cookies: string | undefined) => cookies?.split(/;\s*/).filter(isOwn) ?? [];

  return {
    forAuth: (cookies: string | undefined): string | undefined =>
      listOwnCookies(cookies).join('; ') || undefined,
    fromAuth: (setCookies: string | string[] | undefined): string[] =>
      [setCookies ?? []].flat().filter(isOwn),
  };
}
