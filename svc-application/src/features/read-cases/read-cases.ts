import { findCases, internalRoutes, listCases, listContacts, readCase, readCases } from '@archaka/contracts';
import { type CallHandler, handleCall, notFound, ok } from '@archaka/service-kit';
import type { RequestHandler, Router } from 'express';
import { toApplicationRecord } from '../../domain/application-record.ts';
import { toHistory } from '../../domain/history.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendDocument } from '../get-document/get-document.ts';

const MAX_FOUND = 50;

const toStaff = (id: string) => ({ kind: 'operator', id }) as const;

/** What svc-desk reads of applications for the department's staff. */
export function createCaseHandlers({ audit, repositories, examination }: Dependencies): CallHandler[] {
  const { applications, versions } = repositories;
  const toIds = (ids: readonly string[]) => ok({ data: ids.map((application_id) => ({ application_id })) });

  return [
    handleCall(readCases, {
      handle: async ({ body: { application_ids } }) => {
        const context = { examination, now: new Date() };
        const found = await applications.findAll(application_ids);
        return ok({
          data: found.map((application) => ({
            user_id: application.userId,
            record: toApplicationRecord(application, context),
          })),
        });
      },
    }),

    handleCall(readCase, {
      handle: async ({ body: { application_id, staff_id, reason } }) => {
        const [application] = await applications.findAll([application_id]);
        if (!application) return ok({ data: [] });
        const { id: applicationId, userId } = application;
        await audit.record({
          action: reason === undefined ? 'case.read' : 'case.revealed',
          actor: toStaff(staff_id),
          subject: { userId, applicationId },
          ...(reason !== undefined && { why: reason }),
        });
        return ok({
          data: [
            {
              user_id: userId,
              record: toApplicationRecord(application, { examination, now: new Date() }),
              versions: toHistory(await versions.list(applicationId)),
            },
          ],
        });
      },
    }),

    handleCall(findCases, {
      handle: async ({ body: { order_id: orderId, ...numbers } }) =>
        toIds(await applications.findIds({ ...numbers, orderId }, MAX_FOUND)),
    }),

    handleCall(listContacts, {
      handle: async ({ body: { application_ids, staff_id, reason: why } }) => {
        const found = await applications.findAll(application_ids);
        await audit.record(
          ...found.map(({ id: applicationId, userId }) => ({
            action: 'case.listed' as const,
            actor: toStaff(staff_id),
            subject: { userId, applicationId },
            why,
          })),
        );
        const context = { examination, now: new Date() };
        return ok({
          data: found.map((application) => {
            const { application_id, name, number } = toApplicationRecord(application, context);
            return { application_id, name, number };
          }),
        });
      },
    }),

    handleCall(listCases, { handle: async ({ body }) => toIds(await applications.listIds(body)) }),
  ];
}

/** Only papers that a version of the application names. */
export function registerCaseRoutes(
  router: Router,
  { guard, audit, repositories: { documents, versions } }: Dependencies,
): void {
  const servePaper: RequestHandler<{ application_id: string; id: string; staff_id: string }> = async (
    { params: { application_id: applicationId, id, staff_id } },
    response,
  ) => {
    const document = (await versions.isNamed(applicationId, id)) && (await documents.read(id));
    if (!document) throw notFound();
    await audit.record({
      action: 'paper.read',
      actor: toStaff(staff_id),
      subject: { userId: document.ownerId, applicationId },
      detail: { paper: id },
    });
    sendDocument(response, document);
  };
  router.get(internalRoutes.casePaper.path, guard.service(internalRoutes.casePaper), servePaper);
}
