import { type Call, toCallPath } from '@archaka/contracts';
import { buildPhoto, createTestEnvironment, openTestBroker, startService } from '@archaka/test-kit';
import { afterAll } from '@jest/globals';
import { startDocumentsStub } from './documents-stub.ts';

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
