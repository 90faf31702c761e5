import type { NoticeContent } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { endNotice, proposeNotice, publishProposal, type Revision } from './revision.ts';

const content: NoticeContent = {
  text: 'The office is closed',
  text_te: 'కార్యాలయం మూసి ఉంటుంది',
  from: '2026-06-01T00:00:00.000Z',
  until: '2026-06-30T00:00:00.000Z',
};
const proposed: Revision<NoticeContent> = {
  subject: 'notice-1',
  revision: 1,
  state: 'proposed',
  content,
  staff_id: 'first',
  at: new Date('2026-05-01T00:00:00Z'),
};
const published: Revision<NoticeContent> = {
  ...proposed,
  revision: 2,
  state: 'published',
  staff_id: 'second',
};
const now = new Date('2026-06-10T00:00:00Z');

test('a proposal is published by another person only', () => {
  expect(publishProposal(proposed, 'first')).toBe(421);
  expect(publishProposal(proposed, 'second')).toEqual({ state: 'published', content });
  expect(publishProposal(published, 'second')).toBe(420);
});

test('an early end shows what was published until then, not what was proposed since', () => {
  const later = { ...proposed, revision: 3, content: { ...content, text: 'Never published' } };
  const ended = { state: 'ended', content: { ...content, until: now.toISOString() } } as const;
  expect(endNotice(later, published, now)).toEqual(ended);
  expect(endNotice({ ...later, ...ended }, published, now)).toBe(420);
  expect(proposeNotice({ ...later, ...ended }, content)).toBe(420);
});

test('a notice that was withdrawn may be proposed again', () => {
  const withdrawn = endNotice(proposed, null, now);
  expect(withdrawn).toEqual({ state: 'withdrawn', content });
  expect(endNotice({ ...proposed, state: 'withdrawn' }, null, now)).toBe(420);
  expect(proposeNotice({ ...proposed, state: 'withdrawn' }, content)).toEqual({ state: 'proposed', content });
});

test('an end after the last instant does not prolong a notice', () => {
  const late = new Date('2026-07-10T00:00:00Z');
  expect(endNotice(published, published, late)).toMatchObject({ content: { until: content.until } });
});
