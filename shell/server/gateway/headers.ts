import type { IncomingHttpHeaders } from 'node:http';

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const hopByHop = new Set([
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
]);

/** A client's claims; the gateway sets its own trace headers. */
const untrustedHeaders =
  /^(authorization|forwarded|cookie|x-request-id|x-real-ip|x-forwarded-.*|traceparent|tracestate|baggage)$/;

type HeaderValues = Record<string, string | string[]>;

interface Caller {
  readonly address: string;
  readonly proto: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly token: string | undefined;
  /** For svc-auth only. */
  readonly cookie: string | undefined;
}

export function headersForService(incoming: IncomingHttpHeaders, caller: Caller): HeaderValues {
  const headers = copyEndToEndHeaders(incoming, (name) => !untrustedHeaders.test(name));
  headers['x-request-id'] = caller.requestId;
  headers['x-forwarded-for'] = caller.address;
  headers['x-forwarded-proto'] = caller.proto;
  if (caller.traceparent) headers.traceparent = caller.traceparent;
  if (caller.token) headers.authorization = `Bearer ${caller.token}`;
  if (caller.cookie) headers.cookie = caller.cookie;
  return headers;
}

export function headersForClient(incoming: IncomingHttpHeaders, setCookies: string[]): HeaderValues {
  const headers = copyEndToEndHeaders(incoming, (name) => name !== 'set-cookie');
  return setCookies.length > 0 ? { ...headers, 'set-cookie': setCookies } : headers;
}

function copyEndToEndHeaders(
  incoming: IncomingHttpHeaders,
  isForwarded: (name: string) => boolean,
): HeaderValues {
  const connectionHeaders = new Set(
    String(incoming.connection ?? '')
      .toLowerCase()
      .split(/\s*,\s*/),
  );
  const headers: HeaderValues = {};
  for (const [name, value] of Object.entries(incoming)) {
    if (value !== undefined && !hopByHop.has(name) && !connectionHeaders.has(name) && isForwarded(name))
      headers[name] = value;
  }
  return headers;
}
