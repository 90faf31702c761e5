import { randomBytes } from 'node:crypto';
import { createGrievanceNumber, fileGrievance, grievanceFiled } from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, notFound, ok, toApplicant } from '@archaka/service-kit';
import type { Dependencies } from '../dependencies.ts';
import { assertOwner } from '../load-applicant-state/load-applicant-state.ts';

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
