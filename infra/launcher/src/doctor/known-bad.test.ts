import { MONGO_IMAGE, RABBIT_IMAGE } from '@archaka/engines';
import { expect, test } from '@jest/globals';
import { wordsOf } from './finding.ts';
import { adviceOn } from './known-bad.ts';

test.each([
  ['8.0.11', ['CVE-2025-10060, fixed in 8.0.12', 'CVE-2025-14847', 'CVE-2026-9740']],
  ['8.0.12', ['CVE-2025-14847, fixed in 8.0.17', 'CVE-2026-9740, fixed in 8.0.24']],
  ['7.0.21', ['CVE-2025-10060, fixed in 7.0.22']],
  ['6.0.24', ['CVE-2025-10060, fixed in 6.0.25']],
])('warns of MongoDB %s', (version, named) => {
  for (const name of named) expect(adviceOn('MongoDB', version).advice).toContain(name);
  const line = wordsOf({ subject: 'MongoDB', seen: version, ...adviceOn('MongoDB', version) });
  expect(line).toMatch(/^WARN {3}MongoDB .*\n {7}Install a later MongoDB/);
});

test('an advisory that is fixed in a version is not named for it', () => {
  expect(adviceOn('MongoDB', '8.0.12').advice).not.toContain('CVE-2025-10060');
  expect(adviceOn('RabbitMQ', '4.2.5').advice).toContain('CVE-2026-66070');
  expect(adviceOn('RabbitMQ', '4.2.6')).toEqual({});
});

test('nothing bad is known of the versions that are pinned', () => {
  expect(adviceOn('MongoDB', MONGO_IMAGE.replace('mongo:', ''))).toEqual({});
  expect(adviceOn('RabbitMQ', RABBIT_IMAGE.replace('rabbitmq:', ''))).toEqual({});
});
