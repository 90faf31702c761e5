import { grievanceChanged, grievanceFiled, type RecordedGrievance } from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import type * as z from 'zod';
import { setUpApplication, submitApplication } from './support/service.ts';

const portal = setUpApplication();
const TEXT = 'The money left my account and the fee is due';
const ANSWER = 'The bank returned it to Lakshmi';

async function submit() {
  const submission = await submitApplication(portal);
  const { user, ids } = submission;
  const id = ids.application_id;
  const file = (body: object = {}, by = user) =>
    by.call('filegrievance', { application_id: id, subject: 'payment', text: TEXT, ...body });
  const change = async (changed: Partial<z.input<typeof grievanceChanged.data>>) => {
    const event = {
      application_id: id,
      user_id: user.person.id,
      number: 'GR26-0000001A',
      subject: 'ticket' as const,
      state: 'closed' as const,
      opened_at: '2026-11-29T06:00:00.000Z',
      at: new Date().toISOString(),
      ...changed,
    };
    await portal.waitUntilHandled(await portal.broker.publish(grievanceChanged, event));
  };
  const readGrievances = async () =>
    (await submission.readRecord())?.grievances as RecordedGrievance[] | undefined;
  return { user, id, file, change, readGrievances };
}

const toNumber = ({ body }: { body: unknown }) =>
  (body as { data?: { number: string }[] }).data?.[0]?.number ?? '';

describe('a grievance of an applicant', () => {
  test('is on the record, told to svc-desk without its text, and answered there', async () => {
    const { id, file, change, readGrievances } = await submit();
    expect(await readGrievances()).toBeUndefined();
    const number = toNumber(await file());
    expect(number).toMatch(/^GR\d{2}-[0-9A-HJKMNP-TV-Y]{8}$/);
    const filed = { number, subject: 'payment', text: TEXT };
    expect(await readGrievances()).toMatchObject([{ ...filed, state: 'open' }]);
    expect(await portal.broker.waitForEvent(grievanceFiled, id)).toEqual({ application_id: id });

    const opened_at = (await readGrievances())?.[0]?.opened_at ?? '';
    const about = { number, subject: 'payment' as const, opened_at };
    const [early, late] = [1000, 2000].map((ms) => new Date(Date.now() + ms).toISOString());
    await change({ ...about, state: 'closed', answer: ANSWER, at: late ?? '' });
    await change({ ...about, state: 'call-back', on: '2099-12-01', at: early ?? '' });
    expect(await readGrievances()).toEqual([{ ...filed, opened_at, state: 'closed', answer: ANSWER }]);
  });

  test('by telephone is on the record with its state', async () => {
    const { change, readGrievances } = await submit();
    await change({ state: 'call-back', on: '2099-12-01' });
    expect(await readGrievances()).toMatchObject([
      { number: 'GR26-0000001A', state: 'call-back', on: '2099-12-01', text: '' },
    ]);
  });

  test('is sealed, of the own application, and one of three that are open', async () => {
    const { id, user, file, change, readGrievances } = await submit();
    expect((await file({ text: ' ' })).http).toBe(400);
    const other = await submit();
    expect((await file({}, other.user)).http).toBe(403);
    const number = toNumber(await file());
    await file();
    await file();
    expect((await file()).body.status).toBe(420);
    await change({ number, answer: ANSWER, at: new Date(Date.now() + 1000).toISOString() });
    expect((await file()).body.status).toBe(200);
    expect(await readGrievances()).toHaveLength(4);
    const collections = await Promise.all(
      ['applications', 'audit_entries'].map((name) =>
        portal.database
          .collection<{ _id: string }>(name)
          .find({ $or: [{ _id: id }, { 'subject.userId': user.person.id }] })
          .toArray(),
      ),
    );
    expect(collections.map(({ length }) => length > 0)).toEqual([true, true]);
    expect(JSON.stringify(collections)).not.toMatch(new RegExp(`${TEXT}|${ANSWER}`));
  });
});
