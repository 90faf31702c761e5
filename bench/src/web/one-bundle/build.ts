import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { browserConfig } from '@archaka/platform/build';
import { type Configuration, rspack } from '@rspack/core';

const shell = fileURLToPath(new URL('../../../../shell', import.meta.url));
const staticSlices = fileURLToPath(new URL('static-slices.mjs', import.meta.url));

/** Shell and remotes from their own sources in one bundle: their build settings without federation. */
function createConfiguration(folder: string): Configuration {
  const baseConfig = browserConfig({ folder: shell });
  return {
    ...baseConfig,
    entry: { bundle: './src/main.ts' },
    output: { ...baseConfig.output, path: folder, publicPath: '/bundle/', uniqueName: 'bundle' },
    plugins: [
      ...(baseConfig.plugins ?? []),
      new rspack.NormalModuleReplacementPlugin(/\/slices\/runtime(\.ts)?$/, staticSlices),
    ],
  };
}

/** Builds it into the folder; returns the initial scripts of a page. */
export async function buildOneBundle(folder: string): Promise<string[]> {
  const compiler = rspack(createConfiguration(folder));
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (!stats || stats.hasErrors())
    throw new Error(`Building the one bundle failed: ${stats?.toString('errors-only')}`);
  const { entrypoints } = stats.toJson({ all: false, entrypoints: true });
  const names = entrypoints?.bundle?.assets?.map(({ name }) => name) ?? [];
  return names.filter((name) => name.endsWith('.js'));
}
