import { browserConfig } from '@archaka/slice-tools/build';
import { type Configuration, rspack } from '@rspack/core';

const { optimization, output, plugins, ...build } = browserConfig({ folder: import.meta.dirname });

/** The build of a slice, in one bundle without federation. */
const config: Configuration = {
  ...build,
  mode: 'development',
  devtool: 'source-map',
  plugins: [new rspack.HtmlRspackPlugin({ title: 'Cosmos' })],
};

export default config;
