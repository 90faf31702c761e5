import './catalogs.ts';
import './examples.css';

// All that is loaded when examples are unfolded.
export { ExamplePair } from './example-pair.tsx';
