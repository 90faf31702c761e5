import { type Examination, toText, updateApplication } from '@archaka/contracts';
import { type Consent, readConsent } from '@archaka/privacy-kit';
import {
  businessError,
  type CallHandler,
  HttpProblem,
  handleCall,
  invalid,
  ok,
  retryOnConflict,
} from '@archaka/service-kit';
import type { Application } from '../../domain/application.ts';
import { isHeldByAnother, toAadhaarClaimKey } from '../../domain/claim.ts';
import { toIdentity } from '../../domain/form.ts';
import { findClosedChanges, findOpenCorrection, listUncorrected } from '../../domain/scrutiny.ts';
import type { Dependencies } from '../dependencies.ts';
import { assertOwner, limitAadhaarLookups } from '../load-applicant-state/load-applicant-state.ts';
import { holdAadhaar, reviseApplication } from '../submit-application/revise-application.ts';
import {
  prepareForm,
  renewStoredFiles,
  sortErrors,
  type ValidatedForm,
  validateForm,
} from '../validate-form/validate-form.ts';

interface Edit {
  readonly application: Application;
  readonly validated: ValidatedForm;
}

/**
 * An open correction permits edits until its own last day, of what it names only.
 * @throws HttpProblem 400 for a field that it does not name, and if nothing has changed; 403 after the last date.
 */
function assertEditable({ application, validated }: Edit, examination: Examination): void {
  const now = new Date();
  const correction = findOpenCorrection(application, now);
  if (correction) {
    const forms = { before: application.content, after: validated.masked };
    const isUnchanged = validated.digest === application.digest;
    const errors = isUnchanged
      ? listUncorrected(correction, examination)
      : findClosedChanges(correction, forms, examination);
    if (errors.length > 0) throw invalid(sortErrors(errors));
    return;
  }
  if (now <= new Date(examination.edit_until)) return;
  const title = 'Applications can no longer be edited. The last date for edits has passed.';
  throw new HttpProblem({ code: 'edits-closed', status: 403, title });
}

async function applyEdit(
  deps: Dependencies,
  { application, validated, consent }: Edit & { consent: Consent | undefined },
): Promise<421 | undefined> {
  const { db, repositories } = deps;
  const { id, userId, examYear } = application;
  const key = toAadhaarClaimKey(examYear, validated.masked.aadhaarIndex);
  const claims = await repositories.claims.find([key]);
  if (isHeldByAnother(claims.get(key), { applicationId: id, now: new Date() })) return 421;
  if (validated.digest === application.digest) {
    await db.transaction(async () => {
      await repositories.applications.assertVersion(application);
      await repositories.consents.record(userId, consent);
    });
    return undefined;
  }
  const isNew = claims.get(key)?.applicationId !== id;
  const isPaid = application.state === 'paid';
  await renewStoredFiles(validated.resolvedFiles, repositories.documents);
  await db.transaction(async () => {
    await repositories.editQuota.consume(userId);
    await repositories.consents.record(userId, consent);
    const freeAfter = isNew && !isPaid ? await holdAadhaar(deps, { key, userId }) : null;
    if (isNew) await repositories.claims.acquire([{ key, applicationId: id, userId, freeAfter }], claims);
    await reviseApplication(deps, { application, validated });
  });
  return undefined;
}

export function createUpdateApplicationHandler(deps: Dependencies): CallHandler {
  const { repositories, places, examination } = deps;
  return handleCall(updateApplication, {
    load: async ({ body: form, user }) => {
      await repositories.editQuota.check(user.id);
      const application = await repositories.applications.find(toText(form.id));
      const stored = application?.userId === user.id ? application.content : undefined;
      if (stored)
        await limitAadhaarLookups(deps, { userId: user.id, aadhaar: toIdentity(form, examination) });
      return { application, stored };
    },
    complete: (form, { stored }) => prepareForm(form, { stored, places }),
    handle: async ({ body, user, state }) => {
      const stored = state.application?.userId === user.id ? state.application : undefined;
      const validated = await validateForm(body, { user, deps, storedNumber: stored?.number });
      const conflict = await retryOnConflict(
        async (attempt) => (attempt === 1 ? state.application : repositories.applications.find(body.id)),
        async (found) => {
          const application = assertOwner(found, user);
          assertEditable({ application, validated }, examination);
          const consent = readConsent(body, { examination, how: 'edit' });
          return applyEdit(deps, { application, validated, consent });
        },
      );
      return conflict ? businessError(conflict) : ok();
    },
  });
}
