/* global __resourceQuery */
import '@rspack/core/hot/dev-server.js';
import { emitter } from '@rspack/core/hot/emitter.js';

// Part of every development bundle: dev mode notifies it of each build, and rspack's own client does the
// rest.
const changes = new EventSource(`/dev/changes/${__resourceQuery.slice(1)}`);
changes.addEventListener('built', ({ data }) => emitter.emit('webpackHotUpdate', data));
changes.addEventListener('failed', ({ data }) => console.error(JSON.parse(data)));
