import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describeSliceContracts } from '@archaka/contracts/check';
import { toChunksGlobal, toFederationName } from '@archaka/platform/federation-names';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import {
  type Compilation,
  type Compiler,
  type Configuration,
  type RspackPluginInstance,
  rspack,
} from '@rspack/core';
import { browserConfig } from './browser.ts';
import { CORE_PREFIX, remoteShared } from './shared.ts';

/** Exposes only `src/expose/app.tsx`. `folder` is an absolute path. */
export function remoteConfig({ folder }: { folder: string }): Configuration {
  const base = browserConfig({ folder });
  const slice = readPackageName(folder);
  const federationName = toFederationName(slice);
  return {
    ...base,
    entry: {},
    output: { ...base.output, uniqueName: federationName, chunkLoadingGlobal: toChunksGlobal(slice) },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        name: federationName,
        filename: 'remoteEntry.[contenthash:8].js',
        exposes: { './app': './src/expose/app.tsx' },
        dts: false,
        manifest: true,
        shareStrategy: 'loaded-first',
        shared: remoteShared,
        experiments: {
          externalRuntime: true,
          // A remote loads no other remote.
          optimization: { target: 'web', disableRemote: true, disableSnapshot: true },
        },
      }),
      new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
      new SliceMetadataPlugin({ folder }),
    ],
  };
}

function readPackageName(folder: string): string {
  const { name } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { name: string };
  return name;
}

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

/** With the worker of the slice's pdf.js and the decoders that the worker requests by name. */
export function withPdfViewer(folder: string, config: Configuration): Configuration {
  const pdfjs = path.dirname(
    createRequire(path.join(folder, 'package.json')).resolve('pdfjs-dist/package.json'),
  );
  const worker = {
    test: /pdf\.worker\.min\.mjs$/,
    type: 'asset/resource',
    generator: { filename: 'pdf-worker.[contenthash:8].js' },
  };
  const decoders = {
    from: '*_nowasm_fallback.js',
    context: path.join(pdfjs, 'wasm'),
    info: { minimized: true },
  };
  return {
    ...config,
    module: { ...config.module, rules: [...(config.module?.rules ?? []), worker] },
    plugins: [...(config.plugins ?? []), new rspack.CopyRspackPlugin({ patterns: [decoders] })],
  };
}
