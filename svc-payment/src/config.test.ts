import { loadConfig } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import { config } from './config.ts';
import { environment } from './testing/environment.ts';

const rotation = (old: string, until: string) =>
  loadConfig(config, {
    ...environment,
    RAZORPAY_WEBHOOK_SECRET_OLD: old,
    RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL: until,
  });

test('requires the instant until which the old webhook secret is valid', () => {
  expect(rotation('the old secret', '2024-06-01T05:30:00+05:30')).toMatchObject({
    RAZORPAY_WEBHOOK_SECRET_OLD: 'the old secret',
    RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL: new Date('2024-06-01T00:00:00Z'),
  });
  expect(() => rotation('the old secret', '')).toThrow(
    'RAZORPAY_WEBHOOK_SECRET_OLD: needs RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL, the instant until which it is accepted',
  );
  expect(() => rotation('the old secret', 'tomorrow')).toThrow(/RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL: /);
  expect(rotation('', '')).not.toHaveProperty('RAZORPAY_WEBHOOK_SECRET_OLD');
});
