import { MONGO_IMAGE, RABBIT_IMAGE } from '@archaka/engines';
import { expect, test } from '@jest/globals';
import { findAdvice } from './advisories.ts';
import { formatFinding } from './run-checks.ts';

test.each([
  ['8.0.11', ['CVE-2025-10060, fixed in 8.0.12', 'CVE-2025-14847', 'CVE-2026-9740']],
  ['8.0.12', ['CVE-2025-14847, fixed in 8.0.17', 'CVE-2026-9740, fixed in 8.0.24']],
  ['7.0.21', ['CVE-2025-10060, fixed in 7.0.22']],
  ['6.0.24', ['CVE-2025-10060, fixed in 6.0.25']],
])('warns of MongoDB %s', (version, ids) => {
  for (const name of ids) expect(findAdvice('MongoDB', version).advice).toContain(name);
  const line = formatFinding({ subject: 'MongoDB', seen: version, ...findAdvice('MongoDB', version) });
  expect(line).toMatch(/^WARN {3}MongoDB .*\n {7}Install a later MongoDB/);
});

test('names no advisory that is fixed in the version', () => {
  expect(findAdvice('MongoDB', '8.0.12').advice).not.toContain('CVE-2025-10060');
  expect(findAdvice('RabbitMQ', '4.2.5').advice).toContain('CVE-2026-66070');
  expect(findAdvice('RabbitMQ', '4.2.6')).toEqual({});
});

test('nothing bad is known of the versions that are pinned', () => {
  expect(findAdvice('MongoDB', MONGO_IMAGE.replace('mongo:', ''))).toEqual({});
  expect(findAdvice('RabbitMQ', RABBIT_IMAGE.replace('rabbitmq:', ''))).toEqual({});
});
