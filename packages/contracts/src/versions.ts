/**
 * The released versions of the calls and events that this source still answers, oldest first: all of one major
 * version, the last its own. `npm run contracts -- release` writes this file.
 */
export const contractVersions: readonly string[] = ['1.0.0'];
