import { buildPhoto, createTestEnvironment, openTestBroker, startService } from '@archaka/test-kit';
import { startDocumentsStub } from './documents-stub.ts';

/** The bytes of every application's photo. */
const PHOTO_ID = 'photo-of-everybody';
/** The document id of an application's photo, which always exists. */
export const toPhotoId = (applicationId: string): string => `${PHOTO_ID}/${applicationId}`;

/** The real svc-ticket with real stores, and its surroundings. @param env in addition to every service's variables */
export async function openTicketEnvironment(env: Record<string, string> = {}) {
  const stage = await createTestEnvironment();
  const documents = await startDocumentsStub(stage);
  documents.put(PHOTO_ID, await buildPhoto());
  let service = await startService('svc-ticket', { environment: stage, env });
  const broker = await openTestBroker(stage);

  return {
    stage,
    service: () => service,
    broker,
    documents,
    /** Restarts svc-ticket after it ended, with these additional variables. */
    restart: async (overrides: Record<string, string> = {}) => {
      service = await startService('svc-ticket', { environment: stage, env: { ...env, ...overrides } });
    },
    close: async () => {
      await broker.stop();
      await stage.close();
      await documents.close();
    },
  };
}
export type TicketEnvironment = Awaited<ReturnType<typeof openTicketEnvironment>>;
