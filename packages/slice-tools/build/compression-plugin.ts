import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Compilation, Compiler, RspackPluginInstance } from '@rspack/core';

const encoders = { br: promisify(brotliCompress), gz: promisify(gzip) };

export class CompressionPlugin implements RspackPluginInstance {
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
  const textAssets = compilation.getAssets().filter(({ name }) => /\.(js|css|svg|html)$/.test(name));
  for (const { name, source } of textAssets) {
    for (const [extension, encode] of Object.entries(encoders)) {
      compilation.emitAsset(`${name}.${extension}`, new RawSource(await encode(source.buffer())));
    }
  }
}
