import { parentPort } from 'node:worker_threads';
import { comparePapers, comparePhotos } from './compare.ts';
import type { ComparisonJob } from './comparer.ts';

// pdf.js warns of each broken file.
console.warn = () => undefined;

parentPort?.on('message', async ({ kind, original, stored }: ComparisonJob) => {
  const compare = kind === 'paper' ? comparePapers : comparePhotos;
  parentPort?.postMessage(await compare(original, stored));
});
