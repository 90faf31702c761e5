/** What went over the line, as bodies: without headers, and compressed where the answer says its length. */
export interface Traffic {
  requests: number;
  upBytes: number;
  downBytes: number;
}

export interface TrafficMeter {
  /** As `fetch`, with the answer read to its end. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** What has gone over the line since it was asked last. */
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
