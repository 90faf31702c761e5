import { randomUUID } from 'node:crypto';
import { noticeChanged, type PublicNotice } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import type * as z from 'zod';
import { setUpApplication } from './support/service.ts';

const portal = setUpApplication();

type NoticeEvent = z.input<typeof noticeChanged.data>;

const buildEvent = (changes: Partial<NoticeEvent> = {}): NoticeEvent => ({
  notice_id: randomUUID(),
  revision: 2,
  text: 'The last date is extended',
  text_te: 'చివరి తేదీని పొడిగించాం',
  from: '2026-06-01T00:00:00.000Z',
  until: '2026-06-30T18:30:00.000Z',
  ...changes,
});

async function announce(changes?: Partial<NoticeEvent>): Promise<NoticeEvent> {
  const event = buildEvent(changes);
  await portal.waitUntilHandled(await portal.broker.publish(noticeChanged, event));
  return event;
}

async function readNotices(): Promise<PublicNotice[]> {
  const response = await fetch(`${portal.stage.urls.application}/api/dashboard/getexamination`);
  const { data } = (await response.json()) as { data: { notices?: PublicNotice[] }[] };
  return data[0]?.notices ?? [];
}
const findNotice = async ({ notice_id }: NoticeEvent) =>
  (await readNotices()).find(({ id }) => id === notice_id);

/** Until the service has read its notices anew: it shows another one, which ends at `until`. */
async function waitForRefresh(until = buildEvent().until): Promise<void> {
  const probe = await announce({ from: '2026-05-01T00:00:00.000Z', until });
  await eventually(() => findNotice(probe));
}

test('shows a notice from its beginning until its end, without a restart', async () => {
  await portal.stage.clock.set('2026-05-31T23:59:00Z');
  const { notice_id, revision: _revision, ...content } = await announce();
  const isShown = async () => (await readNotices()).some(({ id }) => id === notice_id);
  await waitForRefresh('2026-06-01T00:00:00.000Z');
  expect(await isShown()).toBe(false);
  await portal.stage.clock.set('2026-06-01T00:00:01Z');
  await eventually(isShown);
  expect(await readNotices()).toEqual([{ ...content, id: notice_id }]);
  await portal.stage.clock.set('2026-06-30T18:30:00Z');
  expect(await isShown()).toBe(false);
});

test('shows the highest revision, in any order of the events', async () => {
  await portal.stage.clock.set('2026-06-10T00:00:00Z');
  const newer = await announce({ revision: 4, text: 'Newer' });
  await announce({ notice_id: newer.notice_id, revision: 3, text: 'Older' });
  await waitForRefresh();
  expect(await findNotice(newer)).toMatchObject({ text: 'Newer' });
  await announce({ notice_id: newer.notice_id, revision: 5, text: 'Newest' });
  await eventually(async () => (await findNotice(newer))?.text === 'Newest');
});

test('no longer shows a notice that was ended before its time', async () => {
  await portal.stage.clock.set('2026-06-10T00:00:00Z');
  const notice = await announce();
  await eventually(() => findNotice(notice));
  await announce({ ...notice, revision: 3, until: '2026-06-09T23:00:00.000Z' });
  await eventually(async () => !(await findNotice(notice)));
});

test.each([
  ['markup', '</script><img src=x onerror=alert(1)>'],
  ['what the store could read as an operator', '$revision'],
  ['what the store could read as a variable', '$$ROOT {"$gt": ""}'],
])('passes %s on as text', async (_what, text) => {
  await portal.stage.clock.set('2026-06-10T00:00:00Z');
  const notice = await announce({ text, text_te: text });
  await eventually(() => findNotice(notice));
  expect(await findNotice(notice)).toMatchObject({ text, text_te: text });
});
