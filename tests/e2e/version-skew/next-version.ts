import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { changeSource } from '@archaka/test-kit';

const runFile = promisify(execFile);

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const packages = ['contracts', 'privacy-kit', 'service-kit', 'ui', 'platform', 'slice-store', 'slice-tools'];
const slices = ['svc-application', 'mf-history', 'shell'];

/** The portal's next version, changed, released and built as its teams would. */
export type NextVersion = Awaited<ReturnType<typeof createNextVersion>>;

/** Copies and changes the sources, releases the contracts with their command, and builds the front ends. */
export async function createNextVersion() {
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  // Inside the repository, so that Node finds the libraries.
  const workingCopy = await mkdtemp(join(ROOT, '.cache/next-version-'));
  for (const folder of [...packages.map((name) => `packages/${name}`), ...slices]) {
    await copyFolder(folder, join(workingCopy, folder));
  }
  await mkdir(join(workingCopy, 'node_modules/@archaka'), { recursive: true });
  for (const name of packages) {
    await symlink(join(workingCopy, 'packages', name), join(workingCopy, 'node_modules/@archaka', name));
  }
  await applyChanges(workingCopy, nextVersionChanges);
  await runFile(process.execPath, [join(workingCopy, 'packages/slice-tools/src/contracts.ts'), 'release']);
  for (const slice of ['mf-history', 'shell']) await build(join(workingCopy, slice));
  return {
    /** From which svc-application and the shell run. */
    workingCopy,
    /** A build of mf-history that uses the additions to the contracts. */
    history: join(workingCopy, 'mf-history/dist'),
    remove: () => rm(workingCopy, { recursive: true }),
  };
}

/** Copies a folder's sources; links its node_modules. */
async function copyFolder(folder: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const entry of await readdir(join(ROOT, folder))) {
    const from = join(ROOT, folder, entry);
    if (entry === 'node_modules') await symlink(from, join(target, entry));
    else if (entry !== 'dist') await cp(from, join(target, entry), { recursive: true });
  }
}

async function applyChanges(folder: string, wantedChanges: typeof nextVersionChanges): Promise<void> {
  for (const { file, ...replacement } of wantedChanges) await changeSource(join(folder, file), replacement);
}

const build = (folder: string) =>
  runFile(process.execPath, [join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  });

interface Change {
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}

/** The additional text in responses of the next svc-application. */
export const NOTE = 'Bring an identity card';

const fieldSource = 'ticket_version: z.number().nullable(),';
const dateSource = 'date: application.submittedAt.toISOString(),';
const callSource = 'request: identityRequest,\n  response: outcome({ data: applicationRecord }),';
const querySource = 'const applications = await repositories.applications.listWithOrder(user.id);';

/** The next version: an additional field in a response and an optional one in a request. */
const nextVersionChanges: readonly Change[] = [
  {
    file: 'packages/contracts/src/application/record.ts',
    from: fieldSource,
    to: `${fieldSource}\n  hall_note: z.string().optional(),`,
  },
  {
    file: 'packages/contracts/src/application/schemas.ts',
    from: callSource,
    to: callSource.replace('identityRequest', 'identityRequest.extend({ exam_year: z.string().optional() })'),
  },
  {
    file: 'svc-application/src/domain/application-record.ts',
    from: dateSource,
    to: `${dateSource}\n    hall_note: '${NOTE}',`,
  },
  {
    file: 'svc-application/src/features/read-applications/read-applications.ts',
    from: querySource,
    to: `const all = await repositories.applications.listWithOrder(user.id);
    const applications = all.filter(({ examYear }) => (body.exam_year ?? examYear) === examYear);`,
  },
  {
    file: 'mf-history/src/features/list-applications/history.tsx',
    from: 'useApplicationsQuery(undefined)',
    to: "useApplicationsQuery({ exam_year: '2024' })",
  },
  {
    file: 'mf-history/src/features/list-applications/history.tsx',
    from: 'cell: ({ name }) => name }',
    to: `cell: ({ name, hall_note = 'No note' }) => \`\${name}: \${hall_note}\` }`,
  },
];
