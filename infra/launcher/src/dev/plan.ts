import { join } from 'node:path';
import { portalParts } from '../parts.ts';
import type { Part, Plan } from '../plan.ts';
import { readSettings, root, type Settings } from '../settings.ts';
import { workspaces } from '../workspaces.ts';
import type { Asked } from './asked.ts';
import { frontOffset, frontPart } from './front.ts';

/** A portal for working on some of it: what is not worked on is as `npm start` has it, or mocked. */
export function devPlan({ remotes, services, page, mock }: Asked, env: NodeJS.ProcessEnv): Plan {
  const others = workspaces('mf').filter((name) => !remotes.includes(name));
  const parts = mock ? withoutProvider(portalParts(env)).map(mocked) : portalParts(env);
  return {
    parts: [
      ...parts.map((part) => (services.includes(part.name) ? { ...part, watched: true } : part)),
      ...(page ? [frontPart(remotes)] : []),
    ],
    bundles: ['shell', ...(mock ? [] : ['hall-scanner']), ...others],
    remotes: others,
    storeless: mock,
  };
}

/** The page is then at the front's address, and whoever sends the browser back sends it there. */
export function devSettings({ page, mock, fresh }: Asked, env: NodeJS.ProcessEnv): Settings {
  const given = mock ? { DATA_DIR: '.cache/dev/mock', ...env } : env;
  const settings = readSettings(fresh ? ['--fresh'] : [], given);
  return page ? { ...settings, origin: `http://localhost:${settings.port + frontOffset}` } : settings;
}

const withoutProvider = (parts: Part[]): Part[] => parts.filter(({ name }) => name !== 'razorpay-sim');

/** A service as the contracts describe it: another program at its port. */
function mocked(part: Part): Part {
  if (!part.name.startsWith('svc-')) return part;
  const { name, offset } = part;
  return {
    name,
    offset,
    main: 'infra/dev/src/mock/main.ts',
    heap: 96,
    takes: [],
    env: ({ origin, env }) => ({
      SERVICE: name.replace('svc-', ''),
      PORTAL_ORIGIN: origin,
      EXAM_FILE: env.EXAM_FILE || join(root, 'exams/2024.json'),
    }),
  };
}
