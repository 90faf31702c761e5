import { expect, test } from '@jest/globals';
import { assertPermitted, parseRoles } from './roles.ts';

test('permits a command to its roles, and names them to others', () => {
  expect(() => assertPermitted('refunds approve', ['auditor', 'clerk'])).not.toThrow();
  expect(() => assertPermitted('refunds approve', ['administrator', 'auditor'])).toThrow(
    'refunds approve needs the role clerk; you have administrator, auditor.',
  );
  expect(() => assertPermitted('backup', [])).toThrow('you have none');
});

test('reads roles, and rejects an unknown one', () => {
  expect(parseRoles('auditor, clerk')).toEqual(['clerk', 'auditor']);
  for (const text of ['', 'root', 'clerk,root']) expect(() => parseRoles(text)).toThrow('Roles are clerk');
});
