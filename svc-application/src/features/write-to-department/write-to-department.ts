import { randomBytes } from 'node:crypto';
import {
  appealRejection,
  applicationAppealed,
  createGrievanceNumber,
  fileGrievance,
  grievanceFiled,
} from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, notFound, ok, toApplicant } from '@archaka/service-kit';
import type { Dependencies } from '../dependencies.ts';
import { assertOwner } from '../load-applicant-state/load-applicant-state.ts';

/** svc-desk has a senior clerk decide, whose decision replaces the rejection or confirms it. */
export const createAppealHandler = ({ audit, db, events, repositories }: Dependencies): CallHandler =>
  handleCall(appealRejection, {
    handle: async ({ body: { application_id, text }, user }) => {
      assertOwner(await repositories.applications.find(application_id), user);
      const result = await db.transaction(async () => {
        const recorded = await repositories.applications.recordAppeal(application_id, text);
        if (!recorded) throw notFound();
        if (recorded !== 'recorded') return recorded;
        await audit.record({
          action: 'application.appealed',
          actor: toApplicant(user),
          subject: { applicationId: application_id },
        });
        await events.publish(applicationAppealed, { application_id });
        return recorded;
      });
      if (result === 'not-rejected') return businessError(420);
      return result === 'appealed' ? businessError(421) : ok();
    },
  });

const MAX_OPEN = 3;

/** svc-desk reads it with the record, and answers it. */
export const createFileGrievanceHandler = ({ audit, db, events, repositories }: Dependencies): CallHandler =>
  handleCall(fileGrievance, {
    handle: async ({ body: { application_id, subject, text }, user }) => {
      const { applications } = repositories;
      assertOwner(await applications.find(application_id), user);
      const number = createGrievanceNumber(randomBytes(7), new Date());
      const isFiled = await db.transaction(async () => {
        const filed = { number, subject, text };
        const result = await applications.fileGrievance(application_id, filed, { maxOpen: MAX_OPEN });
        if (result === undefined) throw notFound();
        if (!result) return false;
        await audit.record({
          action: 'grievance.filed',
          actor: toApplicant(user),
          subject: { applicationId: application_id },
          detail: { number, subject },
        });
        await events.publish(grievanceFiled, { application_id });
        return true;
      });
      return isFiled ? ok({ data: [{ number }] }) : businessError(420);
    },
  });
