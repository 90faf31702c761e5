import { MONGO_IMAGE, RABBIT_IMAGE } from '@archaka/engines';
import { expect, test } from '@jest/globals';
import { findAdvice, findKernelFault } from './advisories.ts';
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

test('warns of a Node whose Brotli decoder writes outside its memory', () => {
  for (const version of ['24.9.0', '24.21.0', '24.22.0'])
    expect(findAdvice('Node', version).advice).toContain('CVE-2026-111497, fixed in 24.22.1');
  for (const version of ['24.22.1', '24.23.0', '26.12.1']) expect(findAdvice('Node', version)).toEqual({});
});

test('names the Linux on which MongoDB does not start', () => {
  for (const release of ['6.19.0', '6.19.8-amd64', '7.0.13'])
    expect(findKernelFault(release)).toContain(`do not start on Linux ${release}`);
  for (const release of ['6.1.0-37-amd64', '6.18.9', '7.0.14', '7.1.0'])
    expect(findKernelFault(release)).toBeUndefined();
});
