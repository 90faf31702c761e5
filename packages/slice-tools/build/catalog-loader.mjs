import { compileCatalog } from './compile-catalog.ts';

export default function catalogLoader(text) {
  const callback = this.async();
  compileCatalog(text, { file: this.resourcePath }).then((source) => callback(null, source), callback);
}
