import { type Call, call, type EventDefinition, event, outcome } from '@archaka/contracts';
import { describeCall, describeEvent } from '@archaka/contracts/describe';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import type { Description } from '../releases/describe-source.ts';
import { breaksSince } from './breaks-since.ts';
import { changesSince } from './changes-since.ts';

const check = (field: string, message: string) => ({ field, message, fails: () => false });

const save = call('save', {
  service: 'application',
  session: 'required',
  kind: 'idempotent',
  get: true,
  checks: [check('name', 'Please Enter name')],
  request: z.object({ name: z.string() }),
  answer: outcome({ data: z.object({ id: z.string() }), 420: 'Taken' }),
});
const data = z.object({ id: z.string() });
const saved = event('application.saved.v1', { from: 'application', takenBy: ['ticket'], data });

const described = (one: Call | undefined, other: EventDefinition | undefined): Description => ({
  calls: one ? { save: { ...describeCall(one), usedBy: ['mf-application'] } } : {},
  events: other ? { 'application.saved.v1': { ...describeEvent(other), takenBy: ['svc-ticket'] } } : {},
});

const released = { version: '1.0.0', ...described(save, saved) };
const callNow = (changed: Partial<Call> | undefined) =>
  breaksSince(released, described(changed && { ...save, ...changed }, saved));
const eventNow = (changed: Partial<EventDefinition> | undefined) =>
  breaksSince(released, described(save, changed && { ...saved, ...changed }));

describe('a call breaks whoever makes it', () => {
  test.each<[string, Partial<Call> | undefined, string]>([
    ['that is gone', undefined, 'save is gone'],
    [
      'that needs one more field',
      { request: z.object({ name: z.string(), dob: z.string() }) },
      'save request.dob: now required',
    ],
    [
      'that answers one field less',
      { answer: outcome({ data: z.object({}), 420: 'Taken' }) },
      'save answer.data[].id: no longer there',
    ],
    [
      'that has another refusal',
      { answer: outcome({ data: z.object({ id: z.string() }), 420: 'Taken', 421: 'Too late' }) },
      'save answer.status: may now be 421',
    ],
    [
      'that asks for more than a session',
      { session: 'service' },
      'save session: is now service, was required',
    ],
    ['that cannot be repeated any more', { kind: 'command' }, 'save kind: is now command, was idempotent'],
    ['that answers GET no more', { get: false }, 'save GET: no longer answered'],
    [
      'that has one more rule',
      { checks: [...save.checks, check('name', 'Too long')] },
      'save request.name: one more rule, "Too long"',
    ],
  ])('%s', (_what, changed, words) => {
    expect(callNow(changed)).toEqual([`${words}; breaks mf-application (released 1.0.0)`]);
  });

  test('that moved to another service, when services make it', () => {
    const between = { ...save, session: 'service' as const };
    const before = { version: '1.0.0', ...described(between, saved) };
    expect(breaksSince(before, described({ ...between, service: 'payment' }, saved))).toEqual([
      'save moved from svc-application to svc-payment; breaks mf-application (released 1.0.0)',
    ]);
  });
});

test.each<[string, Partial<Call>]>([
  ['an optional field', { request: z.object({ name: z.string(), dob: z.string().optional() }) }],
  [
    'one more field in the answer',
    { answer: outcome({ data: z.object({ id: z.string(), at: z.string() }), 420: 'T' }) },
  ],
  ['other words', { checks: [check('name', 'Enter a name')] }],
  ['one rule less', { checks: [] }],
  ['a visitor may make it', { session: 'none' }],
  ['it may be repeated', { kind: 'query' }],
  ['another service answers it to applicants', { service: 'payment' }],
])('a call breaks nobody: %s', (_what, changed) => {
  const source = described({ ...save, ...changed }, saved);
  expect(breaksSince(released, source)).toEqual([]);
  expect(changesSince(released, source)).toEqual(['save']);
});

describe('an event breaks its takers', () => {
  test.each<[string, Partial<EventDefinition> | undefined, string]>([
    ['that is gone', undefined, 'application.saved.v1 is gone'],
    [
      'that comes from another',
      { from: 'payment' },
      'application.saved.v1 from: is now payment, was application',
    ],
    [
      'that carries less: takers of today need it',
      { data: z.object({ id: z.string().optional() }) },
      'application.saved.v1 payload.id: may now be absent',
    ],
    [
      'that must carry more: events on their way do not',
      { data: z.object({ id: z.string(), at: z.string() }) },
      'application.saved.v1 payload.at: now required',
    ],
  ])('%s', (_what, changed, words) => {
    expect(eventNow(changed)).toEqual([`${words}; breaks svc-ticket (released 1.0.0)`]);
  });

  test('but not when it carries more that need not be there', () => {
    const data = z.object({ id: z.string(), at: z.string().optional(), round: z.int().default(1) });
    expect(eventNow({ data })).toEqual([]);
  });
});

test('new calls and events are changes that break nobody, and new users are no change', () => {
  const empty = { version: '1.0.0', ...described(undefined, undefined) };
  const source = described(save, saved);
  expect(breaksSince(empty, source)).toEqual([]);
  expect(changesSince(empty, source)).toEqual(['save', 'application.saved.v1']);
  const used = { ...source.calls.save, usedBy: ['mf-history'] } as Description['calls'][string];
  expect(changesSince(released, { ...source, calls: { save: used } })).toEqual([]);
});
