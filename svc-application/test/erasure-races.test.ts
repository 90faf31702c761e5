import { applicationPersonErased, erasureRequested } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { setUpGatedApplication } from './support/service.ts';
import { type PreparedApplicant, prepareApplicant, writes } from './support/writing-calls.ts';

const portal = setUpGatedApplication();

/** Of other work of the service. */
const BACKGROUND = ['outbox', 'inbox', 'leases', 'erasures', 'audit_blocks', 'audit_heads'];
/** That a person is erased, and the audit log, by the person's id alone. */
const TOMBSTONES = ['erasures', 'datakeys', 'tombstones', 'audit_entries'];

const erasures = () =>
  portal.database.collection<{ _id: string; due_at: Date; lease: string | null }>('erasures');

/** The call is held before its write of this place, from 1. Undefined once it has no more writes. */
async function holdCall(send: () => Promise<unknown>, place: number) {
  let seen = 0;
  const held = portal.gate.holdNext(({ collection }) => {
    if (!BACKGROUND.includes(collection)) seen += 1;
    return seen === place;
  });
  const response = send();
  const reached = await Promise.race([held, response.then(() => undefined)]);
  portal.gate.cancelHold();
  return reached && { ...reached, response };
}

/** Until it has reported that nothing remains, or waits for a lock of the held call. */
async function runErasure({ user: { person } }: PreparedApplicant): Promise<void> {
  const abortedBefore = portal.gate.countAborted();
  let unanswered: readonly number[] = [];
  await portal.broker.publish(erasureRequested, { user_id: person.id, at: new Date().toISOString() });
  await eventually(() => {
    if (portal.broker.eventsOfType(applicationPersonErased, person.id).length > 0) return true;
    const earlier = unanswered;
    unanswered = portal.gate.listUnanswered();
    return portal.gate.countAborted() > abortedBefore || unanswered.some((id) => earlier.includes(id));
  });
}

/** The check that follows two minutes after the request, at once. */
async function runNextCheck({ user: { person } }: PreparedApplicant): Promise<void> {
  await eventually(() => portal.broker.eventsOfType(applicationPersonErased, person.id).length > 0);
  const isWaiting = async () => {
    const row = await erasures().findOne({ _id: person.id });
    return row === null || (row.lease === null && row.due_at.getTime() > Date.now());
  };
  await eventually(isWaiting);
  await erasures().updateOne({ _id: person.id }, { $set: { due_at: new Date(1), lease: null } });
  await eventually(isWaiting);
}

/** `<collection> <row id>` of each row that has one of these values anywhere. The report of the erasure names the person. */
async function findRows(values: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { collectionName } of await portal.database.collections()) {
    if (TOMBSTONES.includes(collectionName)) continue;
    for await (const row of portal.database.collection(collectionName).find()) {
      const text = JSON.stringify(row);
      if (row.type === applicationPersonErased.type) continue;
      if (values.some((value) => text.includes(value))) found.push(`${collectionName} ${row._id}`);
    }
  }
  return found;
}

/** The call is held while the person is erased. Undefined once it has no write at this place. */
async function race(name: string, startingPoint: 'draft' | 'application', place: number) {
  const applicant = await prepareApplicant(portal, startingPoint);
  const send = await writes[name]?.(applicant);
  const held = send && (await holdCall(send, place));
  if (!held) return undefined;
  await runErasure(applicant);
  held.release();
  return { held: held.command, applicant, response: await held.response };
}
type Race = NonNullable<Awaited<ReturnType<typeof race>>>;

const cases = Object.keys(writes).flatMap((name) =>
  (['draft', 'application'] as const)
    .filter((startingPoint) => startingPoint === 'application' || /submit|save/i.test(name))
    .map((startingPoint) => ({ name, startingPoint })),
);

test.each(cases)(
  'an erasure that runs between what $name reads and what it writes leaves nothing of a stored $startingPoint',
  async ({ name, startingPoint }) => {
    const races: Race[] = [];
    for (let place = 1; ; place += 1) {
      const outcome = await race(name, startingPoint, place);
      if (!outcome) break;
      races.push(outcome);
    }
    expect(races).not.toEqual([]);
    await Promise.all(races.map(({ applicant }) => runNextCheck(applicant)));
    for (const { held, response, applicant } of races) {
      const { id, number, aadhar } = applicant.user.person;
      const left = await findRows([id, number, aadhar, ...Object.values(applicant.aadhars)]);
      expect({ held, left }).toEqual({ held, left: [] });
      expect(JSON.stringify(response)).not.toMatch(/\b500\b/);
    }
  },
);
