import { compileCatalog } from './compile-catalog.ts';

export default {
  processAsync: async (text, file) => ({ code: await compileCatalog(text, { file }) }),
};
