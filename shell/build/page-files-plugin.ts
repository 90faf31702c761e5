import { listPlatformFiles, listSharedExports } from '@archaka/slice-tools/build';
import type { Compiler, RspackPluginInstance } from '@rspack/core';

/** Text and titles in Telugu; the bold font of labels may load later. */
const firstScreenFonts = /^noto-(sans-telugu-telugu-400|serif-telugu-telugu-700)-normal\..*\.woff2$/;

/**
 * Writes `page.json`: the page's initial scripts and styles in order, its fonts, its icon, the files for
 * browsers that
 * cannot run them, and the exports that the shell shares with slices.
 */
export class PageFilesPlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('PageFiles', (compilation) => {
      let platform: string[] = [];
      compilation.hooks.optimizeModules.tap('PageFiles', () => {
        platform = listSharedExports(compilation);
      });
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'PageFiles', stage }, () => {
        const files = compilation.entrypoints.get('shell')?.getFiles() ?? [];
        const assets = Object.keys(compilation.assets);
        const page = {
          scripts: files.filter((file) => file.endsWith('.js')),
          styles: files.filter((file) => file.endsWith('.css')),
          icon: assets.find((file) => /^icon\..*\.svg$/.test(file)),
          startCheck: assets.find((file) => /^start-check\..*\.js$/.test(file)),
          noScriptStyles: assets.find((file) => /^no-script\..*\.css$/.test(file)),
          fonts: assets.filter((file) => firstScreenFonts.test(file)),
          platformScripts: listPlatformFiles(compilation),
          platform,
        };
        compilation.emitAsset('page.json', new RawSource(JSON.stringify(page)));
      });
    });
  }
}
