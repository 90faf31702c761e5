export { browserConfig } from './browser.ts';
export { withPdfViewer } from './pdf-viewer.ts';
export { remoteConfig } from './remote.ts';
export { listPlatformFiles, listSharedExports } from './shared-exports.ts';
export { hostShared } from './shared-modules.ts';
