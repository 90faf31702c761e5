import { browserConfig } from '@archaka/platform/build';
import { type Configuration, rspack } from '@rspack/core';

const base = browserConfig({ folder: import.meta.dirname });

/** The build of a slice, in one bundle without federation. */
const config: Configuration = {
  context: base.context,
  mode: 'development',
  devtool: 'source-map',
  resolve: base.resolve,
  module: base.module,
  plugins: [new rspack.HtmlRspackPlugin({ title: 'Workshop' })],
};

export default config;
