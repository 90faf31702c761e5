const randomHex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** One trace for as long as the page lives: what somebody does one after the other is seen in one. */
const traceId = randomHex(16);

/** W3C trace context of a request. The page keeps no spans of its own. */
export const createTraceparent = (): string => `00-${traceId}-${randomHex(8)}-01`;
