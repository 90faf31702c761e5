import { compileCatalog } from './compile-catalog.ts';

/** Loads a catalog of words as the module of its compiled messages. */
export default function catalogLoader(text) {
  const callback = this.async();
  compileCatalog(text, { file: this.resourcePath }).then((source) => callback(null, source), callback);
}
