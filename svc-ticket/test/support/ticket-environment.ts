import {
  buildPhoto,
  createTestEnvironment,
  openTestBroker,
  type RunningService,
  startService,
  type TestBroker,
  type TestEnvironment,
} from '@archaka/test-kit';
import { type DocumentsStub, startDocumentsStub } from './documents-stub.ts';

/** The real svc-ticket with real stores, and its surroundings. */
export interface TicketEnvironment {
  stage: TestEnvironment;
  service: () => RunningService;
  broker: TestBroker;
  documents: DocumentsStub;
  /** Restarts svc-ticket after it ended, with these additional variables. */
  restart: (overrides?: Record<string, string>) => Promise<void>;
  close: () => Promise<void>;
}

/** The bytes of every application's photo. */
const PHOTO_ID = 'photo-of-everybody';
/** The document id of an application's photo, which always exists. */
export const toPhotoId = (applicationId: string): string => `${PHOTO_ID}/${applicationId}`;

/** @param variables in addition to those of every service; may depend on the environment */
export async function openTicketEnvironment(
  variables: Record<string, string> | ((stage: TestEnvironment) => Record<string, string>) = {},
): Promise<TicketEnvironment> {
  const stage = await createTestEnvironment();
  const env = typeof variables === 'function' ? variables(stage) : variables;
  const documents = await startDocumentsStub(stage);
  documents.put(PHOTO_ID, await buildPhoto());
  let service = await startService('svc-ticket', { environment: stage, env });
  const broker = await openTestBroker(stage);

  return {
    stage,
    service: () => service,
    broker,
    documents,
    restart: async (overrides = {}) => {
      service = await startService('svc-ticket', { environment: stage, env: { ...env, ...overrides } });
    },
    close: async () => {
      await broker.stop();
      await stage.close();
      await documents.close();
    },
  };
}
