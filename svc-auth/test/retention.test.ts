import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type RetentionRule, retentionSchema } from '@archaka/contracts/retention';
import { beforeAll, expect, test } from '@jest/globals';
import { OTP_MINUTES } from '../src/domain/otp.ts';
import { getSessionLifetime, SIGN_IN_DAYS } from '../src/domain/session.ts';
import { BROWSER_DAYS } from '../src/persistence/browser-repository.ts';
import { ERASURE_SHOWN_DAYS } from '../src/persistence/erasure-repository.ts';
import { SIGN_UP_HOURS } from '../src/persistence/sign-up-repository.ts';
import { RETENTION_SECONDS } from '../src/persistence/text-repository.ts';

let rules: RetentionRule[];
beforeAll(async () => {
  const file = fileURLToPath(import.meta.resolve('@archaka/exams/retention.json'));
  rules = retentionSchema.parse(JSON.parse(await readFile(file, 'utf8'))).kinds;
});

test.each([
  ['sign-up', `PT${SIGN_UP_HOURS}H`],
  ['session', `P${getSessionLifetime({ own_device: true }).hours / 24}D`],
  ['one-time-password', `PT${OTP_MINUTES}M`],
  ['sign-in', `P${SIGN_IN_DAYS}D`],
  ['known-browser', `P${BROWSER_DAYS}D`],
  ['erasure', `P${ERASURE_SHOWN_DAYS}D`],
  ['message', `P${RETENTION_SECONDS / 86_400}D`],
])('declares the period of the TTL index for %s', (kind, period) => {
  expect(rules.find((rule) => rule.kind === kind)).toMatchObject({ period, deleted_by: 'ttl-index' });
});
