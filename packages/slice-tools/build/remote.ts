import { readFileSync } from 'node:fs';
import path from 'node:path';
import { toChunksGlobal, toFederationName } from '@archaka/platform/federation-names';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { browserConfig } from './browser.ts';
import { remoteShared } from './shared-modules.ts';
import { SliceMetadataPlugin } from './slice-metadata-plugin.ts';

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
