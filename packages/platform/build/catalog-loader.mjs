import { compiledCatalog } from './compiled-catalog.ts';

/** Loads a catalog of words as the module of its compiled messages. */
export default function catalogLoader(text) {
  const done = this.async();
  compiledCatalog(text, { file: this.resourcePath }).then((source) => done(null, source), done);
}
