import { expect, test } from '@jest/globals';
import { endEarly, type NoticeRevision, proposeChange, publishProposal } from './notice.ts';

const content = {
  text: 'The office is closed',
  textTe: 'కార్యాలయం మూసి ఉంటుంది',
  from: new Date('2026-06-01T00:00:00Z'),
  until: new Date('2026-06-30T00:00:00Z'),
};
const proposed: NoticeRevision = {
  ...content,
  noticeId: 'notice-1',
  revision: 1,
  state: 'proposed',
  staffId: 'first',
  at: new Date('2026-05-01T00:00:00Z'),
};
const published: NoticeRevision = { ...proposed, revision: 2, state: 'published', staffId: 'second' };
const change = { staffId: 'second', at: new Date('2026-06-10T00:00:00Z') };

test('a proposal is published by another person only', () => {
  expect(publishProposal([proposed], { ...change, staffId: 'first' })).toBe('own-proposal');
  expect(publishProposal([proposed], change)).toEqual({ ...published, at: change.at });
  expect(publishProposal([published, proposed], change)).toBe('changed');
});

test('a change of a published notice is its next revision, which somebody else publishes', () => {
  const changed = { ...content, text: 'The office is open' };
  const next = proposeChange([published, proposed], changed, change);
  expect(next).toEqual({ ...proposed, ...changed, ...change, revision: 3 });
  expect(publishProposal([next as NoticeRevision, published, proposed], change)).toBe('own-proposal');
});

test('an early end shows what was published until then, not what was proposed since', () => {
  const later = { ...proposed, revision: 3, text: 'Never published' };
  const ended = endEarly([later, published, proposed], change);
  expect(ended).toEqual({ ...published, ...change, until: change.at, revision: 4, state: 'ended' });
  expect(endEarly([ended as NoticeRevision, later, published, proposed], change)).toBe('changed');
  expect(proposeChange([ended as NoticeRevision], content, change)).toBe('changed');
});

test('an end after the last instant does not prolong a notice', () => {
  const late = { ...change, at: new Date('2026-07-10T00:00:00Z') };
  expect(endEarly([published, proposed], late)).toMatchObject({ until: content.until });
});
