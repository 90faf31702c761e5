import { setTimeout as pause } from 'node:timers/promises';
import type { Examination } from '@archaka/contracts';
import { dependencyUnavailable, type Log, type ServiceClient, type WorkQueue } from '@archaka/service-kit';
import { bulkhead } from 'cockatiel';
import sharp from 'sharp';
import type { PreviewRequest } from '../../domain/application.ts';
import { createPreviewMark, createTicketContent } from '../../domain/ticket-content.ts';
import type { PreviewRepository } from '../../persistence/preview-repository.ts';
import type { TicketRenderer } from '../../render/renderer.ts';
import { fetchPhoto } from '../make-ticket/fetch-photo.ts';

const MAX_WAITING = 50;
/** The palette keeps faces recognisable and the page below 100 KB, a quarter of its size. */
const PNG_OPTIONS = { palette: true, quality: 50 } as const;

const compressPng = (png: Buffer): Promise<Buffer> => sharp(png).png(PNG_OPTIONS).toBuffer();

export interface Previewer {
  /** Returns a PNG; undefined when it takes longer than `ms`, and continues then. @throws DependencyUnavailable */
  preview(request: PreviewRequest, ms: number): Promise<Buffer | undefined>;
  stop(): Promise<void>;
}

interface PreviewerDependencies {
  readonly services: ServiceClient;
  readonly examination: Examination;
  readonly previews: PreviewRepository;
  readonly renderer: TicketRenderer;
  readonly ticketQueue: Pick<WorkQueue, 'whenIdle'>;
  readonly log: Log;
}

const toPreviewKey = ({ application_id, applicationVersion, payment }: PreviewRequest): string =>
  [application_id, applicationVersion.version, payment?.payment_id].join(' ');

/** Renders only while no ticket waits: tickets are paid for. */
const createPreviewRenderer =
  ({ services, examination, previews, renderer, ticketQueue }: PreviewerDependencies) =>
  async (request: PreviewRequest, isStopping: () => boolean): Promise<Buffer> => {
    const photo = await fetchPhoto(services, request.applicationVersion.snapshot.photo);
    await ticketQueue.whenIdle();
    if (isStopping()) throw new Error('the service stops');
    const mark = createPreviewMark(request);
    const png = await compressPng(
      await renderer.screenshot({ ...createTicketContent(request, examination), photo, mark }),
    );
    await previews.save(request, png);
    return png;
  };

/** Makes one preview at a time. */
export function startPreviewer(dependencies: PreviewerDependencies): Previewer {
  const { previews, log } = dependencies;
  const renderPreview = createPreviewRenderer(dependencies);
  const queue = bulkhead(1, MAX_WAITING);
  const inFlight = new Map<string, Promise<Buffer>>();
  let stopping = false;

  const rejectUnavailable = (
    { application_id, applicationVersion }: PreviewRequest,
    error: unknown,
  ): never => {
    log.warn({ err: error, application_id, version: applicationVersion.version }, 'preview failed');
    throw dependencyUnavailable('preview');
  };

  const startPreview = (request: PreviewRequest, key: string): Promise<Buffer> => {
    const preview = queue
      .execute(() => renderPreview(request, () => stopping))
      .catch((error) => rejectUnavailable(request, error))
      .finally(() => inFlight.delete(key));
    inFlight.set(key, preview);
    return preview;
  };

  const getOrStart = (request: PreviewRequest): Promise<Buffer> | undefined => {
    const key = toPreviewKey(request);
    const isQueueFull = queue.executionSlots + queue.queueSlots === 0;
    return inFlight.get(key) ?? (isQueueFull ? undefined : startPreview(request, key));
  };

  return {
    async preview(request, ms) {
      const stored = await previews.find(request);
      return stored ?? Promise.race([getOrStart(request), pause(ms, undefined, { ref: false })]);
    },
    async stop() {
      stopping = true;
      await Promise.allSettled(inFlight.values());
    },
  };
}
