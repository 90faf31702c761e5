import { type Examination, ticketIssued, toIndianDay, trialMessages } from '@archaka/contracts';
import { continueTrace, createCounter, type Database, type EventPublisher } from '@archaka/service-kit';
import { type Allotment, findNotice, toHallSeat } from '../../domain/allotment.ts';
import { findDueTicket, type TicketRequest } from '../../domain/application.ts';
import { createCentreCode, hashName, hashPhoto } from '../../domain/hashes.ts';
import { createTicketContent } from '../../domain/ticket-content.ts';
import { createVerifyUrl } from '../../domain/verify-url.ts';
import type { AllotmentRepository } from '../../persistence/allotment-repository.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import type { TicketJob, TicketJobRepository } from '../../persistence/ticket-job-repository.ts';
import type { TicketRepository } from '../../persistence/ticket-repository.ts';
import { createQrPath } from '../../render/qr.ts';
import type { TicketRenderer } from '../../render/renderer.ts';
import type { KeyRing } from '../sign-ticket/key-ring.ts';
import type { PhotoReader } from './photo-reader.ts';

interface MakeTicketDependencies {
  readonly db: Database;
  readonly events: EventPublisher;
  readonly photos: Pick<PhotoReader, 'read'>;
  readonly examination: Examination;
  readonly portalOrigin: string;
  readonly trial: boolean;
  readonly applications: ApplicationRepository;
  readonly jobs: TicketJobRepository;
  readonly allotments: AllotmentRepository;
  readonly tickets: TicketRepository;
  readonly keys: KeyRing;
  readonly renderer: TicketRenderer;
}

interface RenderedTicket {
  readonly user_id: string;
  readonly token: string;
  readonly photo: Buffer | undefined;
  readonly pdf: Buffer;
}

const issuedTickets = createCounter({
  name: 'tickets_issued_total',
  description: 'Issued tickets',
});

/** 'completed' when the ticket is issued and its job deleted. */
type MakeTicket = (job: TicketJob) => Promise<'completed' | undefined>;

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

type IssueDependencies = Pick<
  MakeTicketDependencies,
  'db' | 'events' | 'examination' | 'jobs' | 'tickets' | 'allotments'
>;

/** False when another instance has issued it meanwhile or a newer version is due. */
function createTicketIssuer({ db, events, examination, jobs, tickets, allotments }: IssueDependencies) {
  /** Differs while this instance runs with another examination file than the allotment did. */
  const recordNotice = async (allotment: Allotment): Promise<void> => {
    const notice = findNotice(allotment, examination);
    if (notice === undefined || notice === allotment.notice) return;
    await allotments.setNotice([allotment.application_id], notice);
  };

  return async (
    job: TicketJob,
    rendered: RenderedTicket,
    allotment: Allotment | undefined,
  ): Promise<boolean> => {
    const { _id: application_id, version } = job;
    const ticket = await tickets.storeFiles({ application_id, version, ...rendered });
    return db.transaction(async () => {
      if (!(await jobs.complete(job))) return false;
      await tickets.issue(ticket);
      if (allotment) await recordNotice(allotment);
      const hall = allotment && toHallSeat(allotment, examination);
      const at = new Date().toISOString();
      await events.publish(ticketIssued, { application_id, version, at, ...(hall ? { hall } : {}) });
      return true;
    });
  };
}

export function createTicketMaker(dependencies: MakeTicketDependencies): MakeTicket {
  const { photos, examination, portalOrigin, trial, ...deps } = dependencies;
  const issue = createTicketIssuer(dependencies);
  const mark = trial ? { mark: trialMessages.mark } : {};
  const render = async (ticketRequest: TicketRequest): Promise<RenderedTicket> => {
    const photo = await photos.read(ticketRequest.applicationVersion.snapshot.photo);
    const token = await deps.keys.sign(toClaims(ticketRequest, photo));
    const code = createQrPath(createVerifyUrl(portalOrigin, token));
    return {
      user_id: ticketRequest.applicationVersion.user_id,
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

  const makeTicket: MakeTicket = async (job) => {
    const application = await deps.applications.find(job._id);
    const ticketRequest = application && findDueTicket(application);
    if (ticketRequest?.applicationVersion.version !== job.version) return undefined;
    const allotment = await deps.allotments.find(job._id);
    if (!(await issue(job, await render({ ...ticketRequest, allotment }), allotment))) return undefined;
    issuedTickets.add();
    return 'completed';
  };

  return (job) => continueTrace({ traceparent: job.traceparent, name: 'make ticket' }, () => makeTicket(job));
}
