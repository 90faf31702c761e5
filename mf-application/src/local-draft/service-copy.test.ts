import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { emptyValues } from '../form/form-values.ts';
import { fakePortal } from '../testing/fake-portal.ts';
import type { Autosave } from './autosave.ts';
import { ServiceCopy } from './service-copy.ts';

const values = (name: string) => ({ ...emptyValues('9876543210'), name });
const stored = { revision: 4, is_off: false };
const elsewhere = {
  ...stored,
  revision: 6,
  form: { name: 'Elsewhere' },
  draft_version: 0,
  changed_at: '2026-11-28T10:00:00Z',
};
const conflict = () => Response.json({ code: 'conflict', title: '' }, { status: 409 });

beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

function open(responses: Parameters<typeof fakePortal>[0] = {}, given: object = { stored }) {
  const portal = fakePortal(responses);
  const confirmSent = jest.fn();
  const isUnchangedOrEmpty = ({ name }: { name: string }) => name === '';
  const device = { baseline: { values: values(''), version: 2 }, confirmSent, isUnchangedOrEmpty };
  const copy = new ServiceCopy(device as unknown as Autosave, { userId: 'u1', ...given });
  const find = (call: string) => portal.findBodies(call);
  return { copy, confirmSent, find, readSent: () => find('saveunfinishedform') };
}

test('sends what changed once after a few seconds, without the number, and then the next change', async () => {
  const { copy, confirmSent, readSent } = open();
  copy.schedule(values('Si'));
  copy.schedule(values('Sita'));
  expect(copy.getState().isSent).toBe(false);
  await jest.advanceTimersByTimeAsync(4000);
  expect(readSent()).toEqual([{ form: { name: 'Sita' }, revision: 4, draft_version: 2, usr_id: 'u1' }]);
  expect(copy.getState().isSent).toBe(true);
  expect(confirmSent).toHaveBeenCalledWith(values('Sita'), 5);

  copy.schedule(values('Sita Devi'));
  expect(await copy.flush()).toBe(true);
  expect(readSent()[1]).toMatchObject({ form: { name: 'Sita Devi' }, revision: 5 });
});

test('sends again after a failure, quietly, and reads the revision that it could not read before', async () => {
  let isDown = true;
  const { copy, readSent } = open(
    {
      getunfinishedform: () => (isDown ? new Response('', { status: 503 }) : { status: 200, data: [stored] }),
    },
    {},
  );
  copy.schedule(values('Sita'));
  expect(await copy.flush()).toBe(false);
  isDown = false;
  await jest.advanceTimersByTimeAsync(20_000);
  expect(readSent()).toMatchObject([{ revision: 4 }]);
  expect(copy.getState().isSent).toBe(true);
});

test.each([
  [
    'go on with this form',
    (copy: ServiceCopy) => copy.replaceOther(values('Here')),
    [{ form: { name: 'Here' }, revision: 6 }],
  ],
  ['go on with the other one', (copy: ServiceCopy) => copy.acceptOther(), []],
])(
  'offers what another device sent meanwhile, and sends nothing until the applicant chose to %s',
  async (_what, choose, expected) => {
    let isFirst = true;
    const { copy, readSent } = open({
      getunfinishedform: () => ({ status: 200, data: [elsewhere] }),
      saveunfinishedform: () => {
        if (!isFirst) return { status: 200, data: [{ revision: 7 }] };
        isFirst = false;
        return conflict();
      },
    });
    copy.schedule(values('Here'));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(copy.getState().other).toMatchObject({
      values: values('Elsewhere'),
      typedAt: elsewhere.changed_at,
    });
    expect(readSent()).toHaveLength(1);

    choose(copy);
    await jest.advanceTimersByTimeAsync(4000);

    expect(readSent().slice(1)).toMatchObject(expected);
    expect(copy.getState()).toMatchObject({ other: undefined, isSent: true });
  },
);

test('goes on after a response that was lost: the service holds what it sent', async () => {
  const answers = [() => conflict(), () => ({ status: 200, data: [{ revision: 7 }] })];
  const { copy } = open({
    getunfinishedform: () => ({ status: 200, data: [{ ...elsewhere, form: { name: 'Here' } }] }),
    saveunfinishedform: () => answers.shift()?.() ?? conflict(),
  });
  copy.schedule(values('Here'));
  await jest.advanceTimersByTimeAsync(4000);
  expect(copy.getState()).toMatchObject({ other: undefined, isSent: true });
});

test.each([
  ['the application is submitted', { status: 420 }],
  ['applications are closed', Response.json({ code: 'closed', title: '' }, { status: 403 })],
])('ends when %s', async (_what, answer) => {
  const { copy, readSent } = open({ saveunfinishedform: () => answer });
  copy.schedule(values('Sita'));
  await copy.flush();
  copy.schedule(values('Sita Devi'));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(readSent()).toHaveLength(1);
});

test.each([401, 403])('stops at a %i, and sends the pending form after the next sign-in', async (status) => {
  let isOver = true;
  const { copy, readSent } = open({
    saveunfinishedform: () =>
      isOver ? Response.json({}, { status }) : { status: 200, data: [{ revision: 5 }] },
  });
  copy.schedule(values('Sita'));
  await copy.flush();
  copy.schedule(values('Sita Devi'));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(readSent()).toHaveLength(1);
  isOver = false;
  copy.resume();
  await jest.advanceTimersByTimeAsync(4000);
  expect(readSent()[1]).toMatchObject({ form: { name: 'Sita Devi' }, revision: 4 });
  expect(copy.getState().isSent).toBe(true);
});

test('deletes what is stored when it is turned off, and sends it when it is turned on', async () => {
  const { copy, find, readSent } = open();
  await copy.turn(false, values('Sita'));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(find('deleteunfinishedform')).toEqual([{ turn_off: true, usr_id: 'u1' }]);
  expect(readSent()).toEqual([]);
  expect(await copy.flush()).toBe(false);
  await copy.turn(true, values('Sita'));
  await jest.advanceTimersByTimeAsync(4000);
  expect(readSent()).toMatchObject([{ form: { name: 'Sita' }, revision: 9 }]);
});
