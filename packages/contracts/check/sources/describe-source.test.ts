import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { findContractImports } from './describe-source.ts';

test('imported values are found, without types, tests and other packages', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sources-'));
  await mkdir(path.join(folder, 'src/deep'), { recursive: true });
  await mkdir(path.join(folder, 'node_modules/x'), { recursive: true });
  const write = (file: string, text: string) => writeFile(path.join(folder, file), text);
  await write('src/a.ts', "import { getDraft, type Call, saveDraft as save } from '@archaka/contracts';\n");
  await write(
    'src/deep/b.tsx',
    "import {\n  signUp,\n} from '@archaka/contracts/calls';\nimport type { Call } from '@archaka/contracts';\n",
  );
  await write(
    'src/e.ts',
    "import * as calls from '@archaka/contracts/calls';\nexport const names = [calls.getCase, calls.signOut];\n",
  );
  await write('src/a.test.ts', "import { signIn } from '@archaka/contracts';\n");
  await write('src/c.ts', "import { signOut } from '@archaka/platform';\n");
  await write('node_modules/x/d.ts', "import { requestOtp } from '@archaka/contracts';\n");

  expect(await findContractImports(folder)).toEqual(
    new Set(['getCase', 'getDraft', 'saveDraft', 'signOut', 'signUp']),
  );
});
