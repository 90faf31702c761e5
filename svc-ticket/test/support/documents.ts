import { createServer, type ServerResponse } from 'node:http';
import type { Stage } from '@archaka/test-kit';
import { createLocalJWKSet, jwtVerify } from 'jose';

/** Stands at svc-application's address and gives photos to svc-ticket, by its service token only. */
export interface Documents {
  put(id: string, content: Buffer): void;
  /** How often a document was asked for. */
  asked(id: string): number;
  /** While it is down every request is answered 503. */
  down(isDown: boolean): void;
  /** Keeps requests waiting until the function it gives is called. */
  hold(): () => void;
  close(): Promise<void>;
}

export async function startDocuments({ urls, keys }: Stage): Promise<Documents> {
  const jwks = createLocalJWKSet(keys.publicSet as Parameters<typeof createLocalJWKSet>[0]);
  const contents = new Map<string, Buffer>();
  const requests = new Map<string, number>();
  let isDown = false;
  let gate = Promise.resolve();

  const status = async (id: string, authorization = ''): Promise<number> => {
    const expected = { issuer: 'svc-ticket', audience: 'svc-application' };
    const allowed = await jwtVerify(authorization.replace('Bearer ', ''), jwks, expected).catch(() => false);
    if (!allowed) return 401;
    if (isDown) return 503;
    return contents.has(id) ? 200 : 404;
  };
  const answer = async (id: string, authorization: string | undefined, response: ServerResponse) => {
    requests.set(id, (requests.get(id) ?? 0) + 1);
    await gate;
    response.statusCode = await status(id, authorization);
    response.end(response.statusCode === 200 ? contents.get(id) : undefined);
  };

  const server = createServer((request, response) => {
    const id = decodeURIComponent(request.url?.match(/^\/internal\/documents\/([^/]+)$/)?.[1] ?? '');
    void answer(id, request.headers.authorization, response);
  });
  await new Promise<void>((resolve) =>
    server.listen(Number(new URL(urls.application).port), '127.0.0.1', resolve),
  );

  return {
    put: (id, content) => void contents.set(id, content),
    asked: (id) => requests.get(id) ?? 0,
    down: (down) => {
      isDown = down;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
