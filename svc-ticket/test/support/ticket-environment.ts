import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Call, toCallPath } from '@archaka/contracts';
import {
  buildPhoto,
  createTestEnvironment,
  openTestBroker,
  startService,
  type TestEnvironment,
} from '@archaka/test-kit';
import { afterAll } from '@jest/globals';
import { createLocalJWKSet, jwtVerify } from 'jose';

/** A stub of svc-application: returns photos and owners of applications, for service tokens only. */
async function startDocumentsStub({ urls, keys }: TestEnvironment) {
  const jwks = createLocalJWKSet(keys.publicKeySet as Parameters<typeof createLocalJWKSet>[0]);
  const contents = new Map<string, Buffer>();
  const requests = new Map<string, number>();
  const owners = new Map<string, string>();
  let isDown = false;

  const findErrorStatus = async (authorization = ''): Promise<number | undefined> => {
    const expected = { issuer: 'svc-ticket', audience: 'svc-application' };
    const allowed = await jwtVerify(authorization.replace('Bearer ', ''), jwks, expected).catch(() => false);
    if (!allowed) return 401;
    return isDown ? 503 : undefined;
  };
  const sendDocument = (id: string, response: ServerResponse) => {
    const [common = ''] = id.split('/');
    const content = contents.get(id) ?? contents.get(common);
    response.statusCode = content ? 200 : 404;
    response.end(content);
  };
  const respondWithVersion = async (request: IncomingMessage, response: ServerResponse) => {
    const { application_id, user_id } = (await json(request)) as Record<string, string>;
    const data = user_id && owners.get(String(application_id)) === user_id ? [{ version: 1 }] : [];
    response.end(JSON.stringify({ status: 200, data }));
  };
  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const [, path] = request.url?.match(/^\/internal\/documents\/([^/]+)$/) ?? [];
    const id = path && decodeURIComponent(path);
    if (id) requests.set(id, (requests.get(id) ?? 0) + 1);
    const errorStatus = await findErrorStatus(request.headers.authorization);
    if (errorStatus) response.writeHead(errorStatus).end();
    else if (id) sendDocument(id, response);
    else await respondWithVersion(request, response);
  };

  const server = createServer((request, response) => void handleRequest(request, response));
  await new Promise<void>((resolve) =>
    server.listen(Number(new URL(urls.application).port), '127.0.0.1', resolve),
  );

  return {
    /** Also for the ids `<id>/…`. */
    put: (id: string, content: Buffer) => void contents.set(id, content),
    /** Adds an application of the user. */
    setOwner: (applicationId: string, userId: string) => void owners.set(applicationId, userId),
    countRequests: (id: string) => requests.get(id) ?? 0,
    /** While true, every request gets 503. */
    setDown: (down: boolean) => {
      isDown = down;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The bytes of every application's photo. */
const PHOTO_ID = 'photo-of-everybody';
/** The document id of an application's photo, which always exists. */
export const toPhotoId = (applicationId: string): string => `${PHOTO_ID}/${applicationId}`;

/** The real svc-ticket with real stores, and its surroundings, until the end of the suite. */
export async function openTicketEnvironment(env: Record<string, string> = {}) {
  const stage = await createTestEnvironment();
  afterAll(() => stage.close());
  const documents = stage.register(await startDocumentsStub(stage));
  documents.put(PHOTO_ID, await buildPhoto());
  let service = await startService('svc-ticket', { environment: stage, env });
  const broker = stage.register(await openTestBroker(stage));

  return {
    stage,
    service: () => service,
    broker,
    documents,
    /** Restarts svc-ticket, also after it ended, with these additional variables. */
    restart: async (overrides: Record<string, string> = {}) => {
      await service.stop();
      service = await startService('svc-ticket', { environment: stage, env: { ...env, ...overrides } });
    },
    /** Calls as svc-desk. */
    callAsDesk: async <Row>(call: Pick<Call, 'name' | 'session'>, body: object = {}) => {
      const response = await fetch(service.url + toCallPath(call), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(await stage.authorizeService('svc-desk', 'svc-ticket', call.name)),
        },
        body: JSON.stringify(body),
      });
      return {
        http: response.status,
        ...((await response.json()) as { status: number; data: readonly Row[] }),
      };
    },
    verify: async (token: string, headers: Record<string, string> = {}) =>
      fetch(`${service.url}/verify/${token}`, { headers }),
  };
}
export type TicketEnvironment = Awaited<ReturnType<typeof openTicketEnvironment>>;
