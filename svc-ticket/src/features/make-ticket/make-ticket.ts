import { type Examination, ticketIssued, trialMessages } from '@archaka/contracts';
import { counter, type Database, type Events, inTrace, type ServiceClient } from '@archaka/service-kit';
import { type WantedTicket, wantedTicket } from '../../domain/application.ts';
import { centreCode, nameHash, photoHash } from '../../domain/hashes.ts';
import { indianDay } from '../../domain/indian-date.ts';
import { ticketContent } from '../../domain/ticket-content.ts';
import { verifyAddress } from '../../domain/verify-address.ts';
import type { Press } from '../../render/press.ts';
import { qrPath } from '../../render/qr.ts';
import type { Applications } from '../../store/applications.ts';
import type { Job, Jobs } from '../../store/jobs.ts';
import type { Tickets } from '../../store/tickets.ts';
import type { KeyRing } from '../sign-ticket/key-ring.ts';
import { photoFor } from './photo.ts';

interface Workshop {
  readonly db: Database;
  readonly events: Events;
  readonly services: ServiceClient;
  readonly facts: Examination;
  readonly portalOrigin: string;
  /** Whether the portal is a trial: its tickets carry a mark. */
  readonly trial: boolean;
  readonly applications: Applications;
  readonly jobs: Jobs;
  readonly tickets: Tickets;
  readonly keys: KeyRing;
  readonly press: Press;
}

const issued = counter({ name: 'tickets_issued_total', description: 'Tickets that were made and issued' });

export type MakeTicket = (job: Job) => Promise<undefined>;

const claimsOf = ({ application_id, edition }: WantedTicket, photo: Buffer | undefined) => {
  const { snapshot, version } = edition;
  return {
    application_id,
    version,
    exam_type: snapshot.exam_type,
    exam_regular: snapshot.exam_regular,
    day: indianDay(snapshot.submitted_at),
    centre: centreCode(snapshot.centre_district.name),
    name_hash: nameHash(application_id, snapshot.name),
    photo_hash: photoHash(photo),
  };
};

/** Makes the ticket that a job wants and issues it, unless by then another instance has or a newer version is wanted. */
export function ticketMaker({
  db,
  events,
  services,
  facts,
  portalOrigin,
  trial,
  ...shop
}: Workshop): MakeTicket {
  const mark = trial ? { mark: trialMessages.mark } : {};
  const render = async (wanted: WantedTicket) => {
    const photo = await photoFor(services, wanted.edition.snapshot.photo);
    const token = await shop.keys.sign(claimsOf(wanted, photo));
    const code = qrPath(verifyAddress(portalOrigin, token));
    return {
      token,
      photo,
      pdf: await shop.press.print({ ...ticketContent(wanted, facts), ...mark, photo, code }),
    };
  };

  const issue = (job: Job, made: Awaited<ReturnType<typeof render>>) =>
    db.transaction(async () => {
      if (!(await shop.jobs.finish(job))) return false;
      const { _id: application_id, version } = job;
      await shop.tickets.issue({ application_id, version, ...made });
      await events.publish(ticketIssued, { application_id, version, at: new Date().toISOString() });
      return true;
    });

  const make = async (job: Job): Promise<void> => {
    const application = await shop.applications.find(job._id);
    const wanted = application && wantedTicket(application);
    if (wanted?.edition.version !== job.version) return;
    if (await issue(job, await render(wanted))) issued.add();
  };

  return async (job) => {
    await inTrace({ traceparent: job.traceparent, name: 'make ticket' }, () => make(job));
    return undefined;
  };
}
