import { type Examination, ticketIssued, toIndianDay, trialMessages } from '@archaka/contracts';
import {
  continueTrace,
  createCounter,
  type Database,
  type EventPublisher,
  type ServiceClient,
} from '@archaka/service-kit';
import { findDueTicket, type TicketRequest } from '../../domain/application.ts';
import { createCentreCode, hashName, hashPhoto } from '../../domain/hashes.ts';
import { createTicketContent } from '../../domain/ticket-content.ts';
import { createVerifyUrl } from '../../domain/verify-url.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import type { TicketJob, TicketJobRepository } from '../../persistence/ticket-job-repository.ts';
import type { TicketRepository } from '../../persistence/ticket-repository.ts';
import { createQrPath } from '../../render/qr.ts';
import type { TicketRenderer } from '../../render/renderer.ts';
import type { KeyRing } from '../sign-ticket/key-ring.ts';
import { fetchPhoto } from './fetch-photo.ts';

interface MakeTicketDependencies {
  readonly db: Database;
  readonly events: EventPublisher;
  readonly services: ServiceClient;
  readonly examination: Examination;
  readonly portalOrigin: string;
  readonly trial: boolean;
  readonly applications: ApplicationRepository;
  readonly jobs: TicketJobRepository;
  readonly tickets: TicketRepository;
  readonly keys: KeyRing;
  readonly renderer: TicketRenderer;
}

interface RenderedTicket {
  readonly token: string;
  readonly photo: Buffer | undefined;
  readonly pdf: Buffer;
}

const issuedTickets = createCounter({
  name: 'tickets_issued_total',
  description: 'Tickets that were made and issued',
});

type MakeTicket = (job: TicketJob) => Promise<undefined>;

const toClaims = ({ application_id, applicationVersion }: TicketRequest, photo: Buffer | undefined) => {
  const { snapshot, version } = applicationVersion;
  return {
    application_id,
    version,
    exam_type: snapshot.exam_type,
    exam_regular: snapshot.exam_regular,
    day: toIndianDay(new Date(snapshot.submitted_at)),
    centre: createCentreCode(snapshot.centre_district.name),
    name_hash: hashName(application_id, snapshot.name),
    photo_hash: hashPhoto(photo),
  };
};

/** Issues nothing when another instance has issued it meanwhile or a newer version is due. */
export function createTicketMaker({
  db,
  events,
  services,
  examination,
  portalOrigin,
  trial,
  ...deps
}: MakeTicketDependencies): MakeTicket {
  const mark = trial ? { mark: trialMessages.mark } : {};
  const render = async (ticketRequest: TicketRequest): Promise<RenderedTicket> => {
    const photo = await fetchPhoto(services, ticketRequest.applicationVersion.snapshot.photo);
    const token = await deps.keys.sign(toClaims(ticketRequest, photo));
    const code = createQrPath(createVerifyUrl(portalOrigin, token));
    return {
      token,
      photo,
      pdf: await deps.renderer.print({
        ...createTicketContent(ticketRequest, examination),
        ...mark,
        photo,
        code,
      }),
    };
  };

  const issue = (job: TicketJob, rendered: RenderedTicket) =>
    db.transaction(async () => {
      if (!(await deps.jobs.complete(job))) return false;
      const { _id: application_id, version } = job;
      await deps.tickets.issue({ application_id, version, ...rendered });
      await events.publish(ticketIssued, { application_id, version, at: new Date().toISOString() });
      return true;
    });

  const makeTicket = async (job: TicketJob): Promise<void> => {
    const application = await deps.applications.find(job._id);
    const ticketRequest = application && findDueTicket(application);
    if (ticketRequest?.applicationVersion.version !== job.version) return;
    if (await issue(job, await render(ticketRequest))) issuedTickets.add();
  };

  return async (job) => {
    await continueTrace({ traceparent: job.traceparent, name: 'make ticket' }, () => makeTicket(job));
    return undefined;
  };
}
