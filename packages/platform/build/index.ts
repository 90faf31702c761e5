export { browserConfig } from './browser.ts';
export { lending } from './lent.ts';
export { lentNames } from './lent-names.ts';
export { remoteConfig } from './remote.ts';
