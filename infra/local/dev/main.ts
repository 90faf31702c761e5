import path from 'node:path';
import * as z from 'zod';
import { createDevProxy } from './dev-proxy.ts';
import { UpstreamPortal } from './upstream-portal.ts';
import { type WatchedBuild, watchBuild } from './watch-build.ts';

const address = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url));

const configuration = z.object({
  PORT: z.coerce.number().int(),
  /** The portal whose pages, calls and other slices are shown. */
  PORTAL_URL: address,
  /** The portal's public origin: its services reject requests from other sites. */
  PORTAL_ORIGIN: address,
  /** Folders of the remotes under development, as JSON. */
  SLICES: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  /** Folder of the shell's sources. */
  SHELL_SOURCES: z.string(),
  /** Folder of builds and their caches. */
  BUILDS: z.string(),
});

const { PORT, PORTAL_URL, PORTAL_ORIGIN, SLICES, SHELL_SOURCES, BUILDS } = configuration.parse(process.env);

const [shell, ...slices] = await Promise.all(
  [SHELL_SOURCES, ...SLICES].map((folder) => watchBuild(folder, BUILDS)),
);
if (!shell) throw new Error('The shell is missing');
for (const build of [shell, ...slices]) build.events.on('built', (built) => printResult(build, built));

const portal = new UpstreamPortal({ url: PORTAL_URL, origin: PORTAL_ORIGIN, shell, slices });
const app = createDevProxy({ portal, shell, slices });
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
    // Closing a build writes its cache.
    await Promise.all([shell, ...slices].map(({ close }) => close()));
    process.exit();
  });
}

function printResult({ name }: WatchedBuild, { ms, errors }: { ms: number; errors?: string }): void {
  if (errors) console.error(`${name}: ${errors}`);
  else console.log(`${name}: built in ${ms} ms`);
}
