import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Compilation, Compiler, RspackPluginInstance } from '@rspack/core';

const ways = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Puts a `.br` and a `.gz` beside every text file of a build, so that the server never compresses one. */
export class CompressedCopies implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT + 1;
    compiler.hooks.thisCompilation.tap('CompressedCopies', (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name: 'CompressedCopies', stage }, () =>
        compress(compiler, compilation),
      );
    });
  }
}

async function compress(compiler: Compiler, compilation: Compilation): Promise<void> {
  const { RawSource } = compiler.webpack.sources;
  const texts = compilation.getAssets().filter(({ name }) => /\.(js|css|svg|html)$/.test(name));
  for (const { name, source } of texts) {
    for (const [ending, way] of Object.entries(ways)) {
      compilation.emitAsset(`${name}.${ending}`, new RawSource(await way(source.buffer())));
    }
  }
}
