/** Transferred bodies: without headers, and compressed if the response has a length. */
export interface Traffic {
  requests: number;
  upBytes: number;
  downBytes: number;
}

export interface TrafficMeter {
  /** Like `fetch`, with the response read to its end. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Traffic since the last call. */
  readonly readAndReset: () => Traffic;
}

const createEmptyTraffic = (): Traffic => ({ requests: 0, upBytes: 0, downBytes: 0 });

function getBodySize(body: RequestInit['body']): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof URLSearchParams) return Buffer.byteLength(body.toString());
  return body instanceof Uint8Array ? body.byteLength : 0;
}

/** Counts requests, and the bytes of their bodies. */
export function createTrafficMeter(): TrafficMeter {
  let traffic = createEmptyTraffic();
  return {
    async fetch(url, init = {}) {
      const { status, headers, body } = await fetch(url, { redirect: 'manual', ...init }).then(
        async (response) => ({
          status: response.status,
          headers: response.headers,
          body: await response.arrayBuffer(),
        }),
      );
      traffic.requests += 1;
      traffic.upBytes += getBodySize(init.body);
      traffic.downBytes +=
        init.method === 'HEAD' ? 0 : Number(headers.get('content-length') ?? body.byteLength);
      return new Response(body.byteLength > 0 ? body : null, { status, headers });
    },
    readAndReset() {
      const measured = traffic;
      traffic = createEmptyTraffic();
      return measured;
    },
  };
}
