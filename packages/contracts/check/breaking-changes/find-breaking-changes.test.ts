import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { describeCall, describeEvent } from '../../src/describe.ts';
import { type Call, defineCall, defineEvent, type EventDefinition, outcome } from '../../src/index.ts';
import type { Description } from '../sources/describe-source.ts';
import { findBreakingChanges, findChanges } from './find-breaking-changes.ts';

const check = (field: string, message: string) => ({ field, message, fails: () => false });

const save = defineCall({
  name: 'save',
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

describe('a call breaks its consumers', () => {
  test.each<[string, Partial<Call> | undefined, string]>([
    ['when it is removed', undefined, 'save was removed'],
    [
      'with a further required field',
      { request: z.object({ name: z.string(), dob: z.string() }) },
      'save request.dob: now required',
    ],
    [
      'without a field of its response',
      { response: outcome({ data: z.object({}), 420: 'Taken' }) },
      'save answer.data[].id: removed',
    ],
    [
      'with a further business error',
      { response: outcome({ data: z.object({ id: z.string() }), 420: 'Taken', 421: 'Too late' }) },
      'save answer.status: may now be 421',
    ],
    ['with a stricter session', { session: 'service' }, 'save session: is now service, was required'],
    ['when it may no longer be repeated', { kind: 'command' }, 'save kind: is now command, was idempotent'],
    ['when it no longer answers GET', { get: false }, 'save GET: no longer supported'],
    [
      'with a further check',
      { checks: [...save.checks, check('name', 'Too long')] },
      'save request.name: one more check, "Too long"',
    ],
  ])('%s', (_what, changed, message) => {
    expect(compareCall(changed)).toEqual([`${message}; breaks mf-application (released 1.0.0)`]);
  });

  test('that moved to another service, when its consumers are services', () => {
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
    'a further field in the response',
    { response: outcome({ data: z.object({ id: z.string(), at: z.string() }), 420: 'T' }) },
  ],
  ['another message', { checks: [check('name', 'Enter a name')] }],
  ['a check less', { checks: [] }],
  ['a visitor may make it', { session: 'none' }],
  ['it may be repeated', { kind: 'query' }],
  ['another service answers it to applicants', { service: 'payment' }],
])('a call stays compatible: %s', (_what, changed) => {
  const source = describeContracts({ ...save, ...changed }, saved);
  expect(findBreakingChanges(released, source)).toEqual([]);
  expect(findChanges(released, source)).toEqual(['save']);
});

describe('an event breaks its consumers', () => {
  test.each<[string, Partial<EventDefinition> | undefined, string]>([
    ['when it is removed', undefined, 'application.saved.v1 was removed'],
    [
      'with another producer',
      { producer: 'payment' },
      'application.saved.v1 from: is now payment, was application',
    ],
    [
      'with a field less, since current consumers need it',
      { data: z.object({ id: z.string().optional() }) },
      'application.saved.v1 payload.id: may now be absent',
    ],
    [
      'with a further required field, since events in flight lack it',
      { data: z.object({ id: z.string(), at: z.string() }) },
      'application.saved.v1 payload.at: now required',
    ],
  ])('%s', (_what, changed, message) => {
    expect(compareEvent(changed)).toEqual([`${message}; breaks svc-ticket (released 1.0.0)`]);
  });

  test('but not with a further optional field', () => {
    const data = z.object({ id: z.string(), at: z.string().optional(), round: z.int().default(1) });
    expect(compareEvent({ data })).toEqual([]);
  });
});

test('new calls and events are compatible changes, and new consumers are no change', () => {
  const empty = { version: '1.0.0', ...describeContracts(undefined, undefined) };
  const source = describeContracts(save, saved);
  expect(findBreakingChanges(empty, source)).toEqual([]);
  expect(findChanges(empty, source)).toEqual(['save', 'application.saved.v1']);
  const usedByHistory = { ...source.calls.save, usedBy: ['mf-history'] } as Description['calls'][string];
  expect(findChanges(released, { ...source, calls: { save: usedByHistory } })).toEqual([]);
});
