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

/** The real svc-ticket with real stores, and what stands around it. */
export interface TicketEnvironment {
  stage: TestEnvironment;
  service: () => RunningService;
  broker: TestBroker;
  documents: DocumentsStub;
  /** Starts svc-ticket again after it was ended, with these variables beside its own. */
  restart: (overrides?: Record<string, string>) => Promise<void>;
  close: () => Promise<void>;
}

/** The document id of a photo that is always there. */
export const PHOTO_ID = 'photo-of-everybody';

/** @param variables variables beside those every service gets, which may depend on the stage */
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
