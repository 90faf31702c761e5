import { compileCatalog } from './compile-catalog.ts';

/** Catalogs of words in component tests: compiled as the build does. */
export default {
  processAsync: async (text, file) => ({ code: await compileCatalog(text, { file }) }),
};
