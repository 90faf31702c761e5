export { browserConfig } from './browser.ts';
export { lending } from './lent.ts';
export { remoteConfig } from './remote.ts';
