import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describeSliceContracts } from '@archaka/contracts/check';
import type { Compilation, Compiler, RspackPluginInstance } from '@rspack/core';
import { CORE_PREFIX } from './shared-exports.ts';

const platform = '@archaka/platform';
const core = `${platform}/core`;

export class SliceMetadataPlugin implements RspackPluginInstance {
  readonly #folder: string;

  constructor({ folder }: { folder: string }) {
    this.#folder = folder;
  }

  apply(compiler: Compiler): void {
    const { RawSource } = compiler.webpack.sources;
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
    compiler.hooks.thisCompilation.tap('SliceFacts', (compilation) => {
      let importedNames: string[] = [];
      // Module concatenation, a later step, loses each module's imports.
      compilation.hooks.optimizeModules.tap('SliceFacts', () => {
        const coreNames = findImportedNames(core, compilation).map((name) => CORE_PREFIX + name);
        importedNames = [...findImportedNames(platform, compilation), ...coreNames];
      });
      compilation.hooks.processAssets.tapPromise({ name: 'SliceFacts', stage }, async () => {
        const { name, version } = JSON.parse(await readFile(path.join(this.#folder, 'package.json'), 'utf8'));
        const contracts = await describeSliceContracts({ name, folder: path.join(this.#folder, 'src') });
        const metadata = { ...contracts, version, platform: importedNames };
        compilation.emitAsset('slice.json', new RawSource(JSON.stringify(metadata)));
      });
    });
  }
}

function findImportedNames(name: string, { modules, moduleGraph }: Compilation): string[] {
  const dependencies = [...modules].flatMap((module) =>
    moduleGraph.getOutgoingConnections(module).map(({ dependency }) => dependency),
  );
  const names = dependencies.flatMap(({ request, ids }) => (request === name && ids ? [ids[0]] : []));
  if (names.includes(undefined))
    throw new Error(`Import what you need of ${name} by its name, not the whole of it.`);
  return [...new Set(names)].filter((exportName) => exportName !== undefined).sort();
}
