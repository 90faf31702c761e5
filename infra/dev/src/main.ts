import path from 'node:path';
import { type Build, watchBuild } from './build.ts';
import { frontConfig } from './config.ts';
import { frontOf } from './front.ts';
import { PortalBehind } from './portal.ts';

const { PORT, PORTAL_URL, PORTAL_ORIGIN, SLICES, SHELL_SOURCES, BUILDS } = frontConfig.parse(process.env);

const [shell, ...slices] = await Promise.all(
  [SHELL_SOURCES, ...SLICES].map((folder) => watchBuild(folder, BUILDS)),
);
if (!shell) throw new Error('There is no shell');
for (const build of [shell, ...slices]) build.events.on('built', (built) => tell(build, built));

const portal = new PortalBehind({ url: PORTAL_URL, origin: PORTAL_ORIGIN, shell, slices });
const app = frontOf({ portal, shell, slices });
const server = app.listen(PORT, '127.0.0.1', async (error) => {
  if (error) throw error;
  await Promise.all([shell, ...slices].map(({ latest }) => latest()));
  const names = SLICES.map((folder) => path.basename(folder)).join(', ') || 'the shell';
  console.log(`In development: ${names}, at http://localhost:${PORT}`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    server.close();
    server.closeAllConnections();
    // What a build has learnt is written down as it closes.
    await Promise.all([shell, ...slices].map(({ close }) => close()));
    process.exit();
  });
}

function tell({ name }: Build, { ms, errors }: { ms: number; errors?: string }): void {
  if (errors) console.error(`${name}: ${errors}`);
  else console.log(`${name}: built in ${ms} ms`);
}
