import { createHash } from 'node:crypto';
import type { Compiler, RspackPluginInstance } from '@rspack/core';

const WORKER = 'sw.js';
const PAGE = 'index.html';

interface PrecacheOptions {
  /** Path of the page; its files are below it. */
  readonly scope: string;
}

/**
 * Inserts into the service worker the addresses of all files of this build, and a version derived from them.
 */
export class PrecachePlugin implements RspackPluginInstance {
  readonly #at: string;

  constructor({ scope }: PrecacheOptions) {
    this.#at = scope;
  }

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
          addresses: files.map(({ name }) => (name === PAGE ? this.#at : `${this.#at}/${name}`)),
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
