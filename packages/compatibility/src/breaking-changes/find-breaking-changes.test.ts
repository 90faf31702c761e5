import { type Call, defineCall, defineEvent, type EventDefinition, outcome } from '@archaka/contracts';
import { describeCall, describeEvent } from '@archaka/contracts/describe';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import type { Description } from '../releases/describe-source.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';
import { findChanges } from './find-changes.ts';

const check = (field: string, message: string) => ({ field, message, fails: () => false });

const save = defineCall('save', {
  service: 'application',
  session: 'required',
  kind: 'idempotent',
  get: true,
  checks: [check('name', 'Please Enter name')],
  request: z.object({ name: z.string() }),
  response: outcome({ data: z.object({ id: z.string() }), 420: 'Taken' }),
});
const data = z.object({ id: z.string() });
const saved = defineEvent('application.saved.v1', { producer: 'application', consumers: ['ticket'], data });

const describeContracts = (one: Call | undefined, other: EventDefinition | undefined): Description => ({
  calls: one ? { save: { ...describeCall(one), usedBy: ['mf-application'] } } : {},
  events: other ? { 'application.saved.v1': { ...describeEvent(other), takenBy: ['svc-ticket'] } } : {},
});

const released = { version: '1.0.0', ...describeContracts(save, saved) };
const compareCall = (changed: Partial<Call> | undefined) =>
  findBreakingChanges(released, describeContracts(changed && { ...save, ...changed }, saved));
const compareEvent = (changed: Partial<EventDefinition> | undefined) =>
  findBreakingChanges(released, describeContracts(save, changed && { ...saved, ...changed }));

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
      { response: outcome({ data: z.object({}), 420: 'Taken' }) },
      'save answer.data[].id: no longer there',
    ],
    [
      'that has another refusal',
      { response: outcome({ data: z.object({ id: z.string() }), 420: 'Taken', 421: 'Too late' }) },
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
  ])('%s', (_what, changed, message) => {
    expect(compareCall(changed)).toEqual([`${message}; breaks mf-application (released 1.0.0)`]);
  });

  test('that moved to another service, when services make it', () => {
    const serviceCall = { ...save, session: 'service' as const };
    const releasedBefore = { version: '1.0.0', ...describeContracts(serviceCall, saved) };
    expect(
      findBreakingChanges(releasedBefore, describeContracts({ ...serviceCall, service: 'payment' }, saved)),
    ).toEqual(['save moved from svc-application to svc-payment; breaks mf-application (released 1.0.0)']);
  });
});

test.each<[string, Partial<Call>]>([
  ['an optional field', { request: z.object({ name: z.string(), dob: z.string().optional() }) }],
  [
    'one more field in the answer',
    { response: outcome({ data: z.object({ id: z.string(), at: z.string() }), 420: 'T' }) },
  ],
  ['other words', { checks: [check('name', 'Enter a name')] }],
  ['one rule less', { checks: [] }],
  ['a visitor may make it', { session: 'none' }],
  ['it may be repeated', { kind: 'query' }],
  ['another service answers it to applicants', { service: 'payment' }],
])('a call breaks nobody: %s', (_what, changed) => {
  const source = describeContracts({ ...save, ...changed }, saved);
  expect(findBreakingChanges(released, source)).toEqual([]);
  expect(findChanges(released, source)).toEqual(['save']);
});

describe('an event breaks its takers', () => {
  test.each<[string, Partial<EventDefinition> | undefined, string]>([
    ['that is gone', undefined, 'application.saved.v1 is gone'],
    [
      'that comes from another',
      { producer: 'payment' },
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
  ])('%s', (_what, changed, message) => {
    expect(compareEvent(changed)).toEqual([`${message}; breaks svc-ticket (released 1.0.0)`]);
  });

  test('but not when it carries more that need not be there', () => {
    const data = z.object({ id: z.string(), at: z.string().optional(), round: z.int().default(1) });
    expect(compareEvent({ data })).toEqual([]);
  });
});

test('new calls and events are changes that break nobody, and new users are no change', () => {
  const empty = { version: '1.0.0', ...describeContracts(undefined, undefined) };
  const source = describeContracts(save, saved);
  expect(findBreakingChanges(empty, source)).toEqual([]);
  expect(findChanges(empty, source)).toEqual(['save', 'application.saved.v1']);
  const usedByHistory = { ...source.calls.save, usedBy: ['mf-history'] } as Description['calls'][string];
  expect(findChanges(released, { ...source, calls: { save: usedByHistory } })).toEqual([]);
});
