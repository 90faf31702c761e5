import type { Compiler, RspackPluginInstance } from '@rspack/core';

/** Writes `page.json`: the scripts and styles the page starts with, in their order, and its icon. */
export class PageFiles implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('PageFiles', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'PageFiles', stage }, () => {
        const files = compilation.entrypoints.get('shell')?.getFiles() ?? [];
        const page = {
          scripts: files.filter((file) => file.endsWith('.js')),
          styles: files.filter((file) => file.endsWith('.css')),
          icon: Object.keys(compilation.assets).find((file) => /^icon\..*\.svg$/.test(file)),
        };
        compilation.emitAsset('page.json', new RawSource(JSON.stringify(page)));
      });
    });
  }
}
