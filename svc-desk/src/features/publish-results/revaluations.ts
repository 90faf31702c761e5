import { getRevaluations, routes, type StaffMember, type WaitingRevaluation } from '@archaka/contracts';
import { type AuthenticateStaff, type CallHandler, handleCall, ok } from '@archaka/service-kit';
import type { Router } from 'express';
import * as z from 'zod';
import type { IndexedCase } from '../../persistence/case-rows.ts';
import type { Dependencies } from '../dependencies.ts';
import { readRecords } from '../read-case/read-case.ts';
import { registerSpreadsheetRoute } from '../report-cases/spreadsheet-route.ts';
import { toActor } from '../sign-in/sign-in.ts';

/** The papers are svc-application's. Without those that ended meanwhile. */
async function describeRevaluations(
  deps: Pick<Dependencies, 'services'>,
  rows: readonly IndexedCase[],
): Promise<WaitingRevaluation[]> {
  const records = await readRecords(deps, rows);
  return rows.flatMap(({ _id, exam_type, roll_number = '' }) => {
    const revaluation = records.get(_id)?.revaluation;
    if (revaluation?.state !== 'waiting' || !revaluation.paid_at) return [];
    const { papers, paid_at } = revaluation;
    return [{ application_id: _id, roll_number, exam_type, papers, paid_at }];
  });
}

export const createRevaluationsHandler = (deps: Dependencies): CallHandler =>
  handleCall(getRevaluations, {
    handle: async ({ body: { after, limit }, staff: member }) => {
      await deps.audit.record({ action: 'revaluations.read', actor: toActor(member.id) });
      const { rows, total } = await deps.caseSearch.listRevaluations(member.districts, {
        ...(after && { after: { id: after.application_id, at: new Date(after.paid_at) } }),
        limit,
      });
      const last = rows.length === limit ? rows.at(-1) : undefined;
      const next = last?.revaluation_paid_at && {
        application_id: last._id,
        paid_at: last.revaluation_paid_at.toISOString(),
      };
      const revaluations = await describeRevaluations(deps, rows);
      return ok({ data: [{ revaluations, total, ...(next && { next }) }] });
    },
  });

/** `new_marks` is for the evaluator. */
const COLUMNS = ['roll_number', 'paper', 'marks', 'paid_at', 'new_marks'];

/** Cases that are read together at svc-application. */
const PAGE = 100;

async function* readRows(deps: Pick<Dependencies, 'caseSearch' | 'services'>, { districts }: StaffMember) {
  yield COLUMNS;
  for (let after: { id: string; at: Date } | undefined; ; ) {
    const { rows } = await deps.caseSearch.listRevaluations(districts, { after, limit: PAGE });
    for (const { roll_number, papers, paid_at } of await describeRevaluations(deps, rows))
      for (const { paper, marks } of papers) yield [roll_number, paper, marks ?? '', paid_at, ''];
    const last = rows.at(-1);
    if (!last?.revaluation_paid_at || rows.length < PAGE) return;
    after = { id: last._id, at: last.revaluation_paid_at };
  }
}

/** Streams a row for each paper, without names. */
export const registerRevaluationExportRoute = (
  router: Router,
  deps: Dependencies,
  authenticateStaff: AuthenticateStaff,
): void =>
  registerSpreadsheetRoute(router, authenticateStaff, {
    path: routes.exportRevaluations.path,
    roles: getRevaluations.roles,
    query: z.object({}),
    open: async ({ member, format }) => {
      const actor = toActor(member.id);
      await deps.audit.record({ action: 'revaluations.exported', actor, detail: { format } });
      return { name: 'revaluations', rows: readRows(deps, member) };
    },
  });
