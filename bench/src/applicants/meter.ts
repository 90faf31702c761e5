/** What went over the line, as bodies: without headers, and compressed where the answer says its length. */
export interface Traffic {
  requests: number;
  upBytes: number;
  downBytes: number;
}

export interface Meter {
  /** As `fetch`, with the answer read to its end. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** What has gone over the line since it was asked last. */
  readonly take: () => Traffic;
}

const nothing = (): Traffic => ({ requests: 0, upBytes: 0, downBytes: 0 });

function sizeOf(body: RequestInit['body']): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof URLSearchParams) return Buffer.byteLength(body.toString());
  return body instanceof Uint8Array ? body.byteLength : 0;
}

/** Counts requests, and the bytes of their bodies. */
export function makeMeter(): Meter {
  let traffic = nothing();
  return {
    async fetch(url, init = {}) {
      const { status, headers, body } = await fetch(url, { redirect: 'manual', ...init }).then(
        async (answer) => ({
          status: answer.status,
          headers: answer.headers,
          body: await answer.arrayBuffer(),
        }),
      );
      traffic.requests += 1;
      traffic.upBytes += sizeOf(init.body);
      traffic.downBytes +=
        init.method === 'HEAD' ? 0 : Number(headers.get('content-length') ?? body.byteLength);
      return new Response(body.byteLength > 0 ? body : null, { status, headers });
    },
    take() {
      const taken = traffic;
      traffic = nothing();
      return taken;
    },
  };
}
