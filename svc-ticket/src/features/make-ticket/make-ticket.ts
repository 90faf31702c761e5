import { type Examination, ticketIssued, trialMessages } from '@archaka/contracts';
import { continueTrace, createCounter, registerGauges } from '@archaka/service-kit';
import { type Allotment, findNotice, toHallSeat } from '../../domain/allotment.ts';
import { findDueTicket, type TicketRequest } from '../../domain/application.ts';
import { createVerifyUrl, toClaims } from '../../domain/ticket-code.ts';
import { createTicketContent } from '../../domain/ticket-content.ts';
import type { TicketJob, TicketJobRepository } from '../../persistence/ticket-job-repository.ts';
import type { Ticket } from '../../persistence/ticket-repository.ts';
import { type SheetRenderer, toTicketSheet } from '../../render/renderer.ts';
import { createQrPath } from '../../render/ticket-page.ts';
import type { Dependencies } from '../dependencies.ts';

const issuedTickets = createCounter({ name: 'tickets_issued_total', description: 'Issued tickets' });

export function registerBacklogMetrics(jobs: TicketJobRepository): void {
  registerGauges(
    {
      tickets_waiting: 'Tickets that are due to be printed',
      tickets_oldest_seconds: 'Age of the oldest due ticket that is not parked',
      tickets_parked: 'Tickets parked after repeated failures',
    },
    async () => {
      const { waiting, oldestSeconds, parked } = await jobs.readBacklog();
      return { tickets_waiting: waiting, tickets_oldest_seconds: oldestSeconds, tickets_parked: parked };
    },
  );
}

/** Returns 'completed' when the ticket is issued and its job deleted. */
export function createTicketMaker(deps: Dependencies, renderer: SheetRenderer) {
  const { db, events, photos, examination, findExamination, keys, config } = deps;
  const { applications, jobs, allotments, tickets } = deps.repositories;
  const mark = config.TRIAL ? { mark: trialMessages.mark } : {};

  async function render(
    request: TicketRequest,
    facts: Examination,
  ): Promise<Pick<Ticket, 'token' | 'photo' | 'pdf'>> {
    const photo = await photos.read(request.applicationVersion.snapshot.photo);
    const token = await keys.sign(toClaims(request, photo));
    const code = createQrPath(createVerifyUrl(config.PORTAL_ORIGIN, token));
    const content = createTicketContent(request, facts);
    const sheet = toTicketSheet({ ...content, ...mark, photo, code });
    const pdf = await renderer.print('ticket', content.title, [sheet]);
    return { token, photo, pdf };
  }

  /** The allotment's notice differs when the examination was changed since the allotment. */
  async function recordNotice(allotment: Allotment, facts: Examination): Promise<void> {
    const notice = findNotice(allotment, facts);
    if (notice === undefined || notice === allotment.notice) return;
    await allotments.setNotice([allotment.application_id], notice);
  }

  async function makeTicket(job: TicketJob): Promise<'completed' | undefined> {
    const { _id: application_id, version } = job;
    const application = await applications.find(application_id);
    const request = application && findDueTicket(application, findExamination);
    if (request?.applicationVersion.version !== version) return undefined;
    const allotment = await allotments.find(application_id);
    // A change of the date while the ticket is printed must not count as printed.
    const facts = { ...examination };
    const rendered = await render({ ...request, allotment }, facts);
    const { user_id } = request.applicationVersion;
    const ticket = await tickets.storeFiles({ application_id, version, user_id, ...rendered });
    return db.transaction(async () => {
      // Another instance has issued it meanwhile, or a newer version is due.
      if (!(await jobs.complete(job))) return undefined;
      await tickets.issue(ticket);
      if (allotment) await recordNotice(allotment, facts);
      const hall = allotment && toHallSeat(allotment, facts);
      const at = new Date().toISOString();
      await events.publish(ticketIssued, { application_id, version, at, ...(hall ? { hall } : {}) });
      return 'completed';
    });
  }

  return (job: TicketJob) =>
    continueTrace({ traceparent: job.traceparent, name: 'make ticket' }, async () => {
      const result = await makeTicket(job);
      if (result) issuedTickets.add();
      return result;
    });
}
