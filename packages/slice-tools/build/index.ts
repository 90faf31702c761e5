export { browserConfig } from './browser.ts';
export { remoteConfig, withPdfViewer } from './remote.ts';
export { hostShared, listPlatformFiles, listSharedExports } from './shared.ts';
