import { getSharedPortal } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { runOperatorCommand } from './commands.ts';

test('the doctor checks stores and components of a running portal without findings', async () => {
  const { code, output } = await runOperatorCommand(getSharedPortal().dataDir, 'doctor');
  expect(output).not.toContain('WRONG');
  expect(output).toMatch(/^ok {5}slices .*mf-application.*: as they were published$/m);
  expect(output).toMatch(/^ok {5}services +7 components are ready$/m);
  expect(code).toBe(0);
});
