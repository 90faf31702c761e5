import { createHash } from 'node:crypto';
import { routes } from '@archaka/contracts/calls';
import { browserConfig } from '@archaka/slice-tools/build';
import { type Compiler, type Configuration, type RspackPluginInstance, rspack } from '@rspack/core';

const WORKER = 'sw.js';
const PAGE = 'index.html';

/** Path of the page; its files are below it. */
const scope = routes.scanner.path;

/** Inserts into the service worker the addresses of all files of this build, and a version derived from them. */
class PrecachePlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    const { RawSource } = compiler.webpack.sources;
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compiler.hooks.thisCompilation.tap('KeptFiles', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'KeptFiles', stage }, () => {
        const files = compilation.getAssets().filter(({ name }) => name !== WORKER);
        const hash = createHash('sha256');
        for (const { name, source } of files) hash.update(`${name}\0`).update(source.buffer()).update('\0');
        const manifest = {
          version: hash.digest('hex').slice(0, 16),
          addresses: files.map(({ name }) => (name === PAGE ? scope : `${scope}/${name}`)),
        };
        const worker = String(compilation.getAsset(WORKER)?.source.source());
        compilation.updateAsset(
          WORKER,
          new RawSource(worker.replace('PRECACHED_FILES', () => JSON.stringify(manifest))),
        );
      });
    });
  }
}

const base = browserConfig({ folder: import.meta.dirname });

/** A separate page that shares nothing with the shell. */
const page: Configuration = {
  ...base,
  entry: { scanner: './src/main.ts', sw: { import: './src/sw.ts', filename: 'sw.js' } },
  output: { ...base.output, publicPath: `${scope}/`, uniqueName: 'hall-scanner' },
  plugins: [
    new rspack.HtmlRspackPlugin({ template: 'src/page.html', chunks: ['scanner'], inject: 'head' }),
    new rspack.CopyRspackPlugin({ patterns: [{ from: 'src/installed' }] }),
    new PrecachePlugin(),
    ...(base.plugins ?? []),
  ],
};

export default page;
