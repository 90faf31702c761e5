import {
  type Broker,
  openBroker,
  openStage,
  photo,
  type RunningService,
  type Stage,
  startService,
} from '@archaka/test-kit';
import { type Documents, startDocuments } from './documents.ts';

/** The real svc-ticket with real stores, and what stands around it. */
export interface Ticketing {
  stage: Stage;
  service: () => RunningService;
  broker: Broker;
  documents: Documents;
  /** Starts svc-ticket again after it was ended, with these variables beside its own. */
  restart: (changed?: Record<string, string>) => Promise<void>;
  close: () => Promise<void>;
}

/** The document id of a photo that is always there. */
export const PHOTO = 'photo-of-everybody';

/** @param given variables beside those every service gets, which may depend on the stage */
export async function openTicketing(
  given: Record<string, string> | ((stage: Stage) => Record<string, string>) = {},
): Promise<Ticketing> {
  const stage = await openStage();
  const env = typeof given === 'function' ? given(stage) : given;
  const documents = await startDocuments(stage);
  documents.put(PHOTO, await photo());
  let service = await startService('svc-ticket', { stage, env });
  const broker = await openBroker(stage);

  return {
    stage,
    service: () => service,
    broker,
    documents,
    restart: async (changed = {}) => {
      service = await startService('svc-ticket', { stage, env: { ...env, ...changed } });
    },
    close: async () => {
      await broker.stop();
      await stage.close();
      await documents.close();
    },
  };
}
