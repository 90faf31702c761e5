import './catalogs.ts';
import './examples.css';

// The modules that are loaded when examples are unfolded.
export { ExamplePair } from './example-pair.tsx';
