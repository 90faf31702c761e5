import { setTimeout as pause } from 'node:timers/promises';
import type { Examination } from '@archaka/contracts';
import { type Log, partDown, type ServiceClient, type WorkQueue } from '@archaka/service-kit';
import { bulkhead } from 'cockatiel';
import type { WantedPreview } from '../../domain/application.ts';
import { previewMark, ticketContent } from '../../domain/ticket-content.ts';
import type { Press } from '../../render/press.ts';
import { smallPng } from '../../render/small-png.ts';
import type { Previews } from '../../store/previews.ts';
import { photoFor } from '../make-ticket/photo.ts';

const MOST_WAITING = 50;

export interface Previewer {
  /**
   * A PNG of the ticket as it would be printed; undefined when it is not made within `ms`. It goes on being made then.
   * @throws PartDown when it cannot be made.
   */
  preview(wanted: WantedPreview, ms: number): Promise<Buffer | undefined>;
  /** Ends once none is in the making. */
  stop(): Promise<void>;
}

interface Studio {
  readonly services: ServiceClient;
  readonly facts: Examination;
  readonly previews: Previews;
  readonly press: Press;
  readonly ticketQueue: Pick<WorkQueue, 'whenIdle'>;
  readonly log: Log;
}

/** Makes previews one after another, and only while no ticket waits: those are paid for. */
export function startPreviewer({ services, facts, previews, press, ticketQueue, log }: Studio): Previewer {
  const lane = bulkhead(1, MOST_WAITING);
  const making = new Map<string, Promise<Buffer>>();
  let stopping = false;

  const make = async (wanted: WantedPreview): Promise<Buffer> => {
    const photo = await photoFor(services, wanted.edition.snapshot.photo);
    await ticketQueue.whenIdle();
    if (stopping) throw new Error('the service stops');
    const mark = previewMark(wanted);
    const png = await smallPng(await press.picture({ ...ticketContent(wanted, facts), photo, mark }));
    await previews.keep(wanted, png);
    return png;
  };

  const failed = ({ application_id, edition }: WantedPreview, error: unknown): never => {
    log.warn({ err: error, application_id, version: edition.version }, 'preview failed');
    throw partDown('preview');
  };

  const start = (wanted: WantedPreview, key: string): Promise<Buffer> => {
    const made = lane
      .execute(() => make(wanted))
      .catch((error) => failed(wanted, error))
      .finally(() => making.delete(key));
    making.set(key, made);
    return made;
  };

  /** The same preview is made once, however many ask for it meanwhile. */
  const made = (wanted: WantedPreview): Promise<Buffer> | undefined => {
    const key = [wanted.application_id, wanted.edition.version, wanted.payment?.payment_id].join(' ');
    const isFull = lane.executionSlots + lane.queueSlots === 0;
    return making.get(key) ?? (isFull ? undefined : start(wanted, key));
  };

  return {
    async preview(wanted, ms) {
      const kept = await previews.find(wanted);
      return kept ?? Promise.race([made(wanted), pause(ms, undefined, { ref: false })]);
    },
    async stop() {
      stopping = true;
      await Promise.allSettled(making.values());
    },
  };
}
