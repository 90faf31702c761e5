/* global __resourceQuery, __webpack_require__ */
import '@rspack/core/hot/dev-server.js';
import { emitter } from '@rspack/core/hot/emitter.js';

// Part of every development bundle: dev mode notifies it of each build, its overlay shows errors, and rspack's
// own client does the rest.
const name = __resourceQuery.slice(1);
const { devOverlay } = globalThis;
const changes = new EventSource(`/dev/changes/${name}`);
changes.addEventListener('built', ({ data }) => {
  devOverlay.clearErrors(name);
  emitter.emit('webpackHotUpdate', data);
});
changes.addEventListener('failed', ({ data }) => devOverlay.showErrors(name, JSON.parse(data)));
import.meta.webpackHot.addStatusHandler((status) => status === 'apply' && devOverlay.clearFaults());
// The shell handles the error of a slice that fails while it loads, so that nothing else prints it.
__webpack_require__.i.push((options) => {
  const { factory } = options;
  options.factory = function (...parameters) {
    try {
      factory.apply(this, parameters);
    } catch (error) {
      devOverlay.reportFault(error);
      throw error;
    }
  };
});
