import { percentile } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import type { Stage } from './stage.ts';

const MAX_RATIO = 1.2;
const MIB = 1 << 20;
/** Excluded: the store's cache grows up to its limit with any data. */
const STORE = 'mongod';

const formatMs = (ms: number): string => (ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`);
const formatMib = (bytes: number): string => `${(bytes / MIB).toFixed(0)} MiB`;
const formatSize = ({ size }: Stage): string => size.toLocaleString('en');

function formatSample(sample: readonly number[]): string {
  if (sample.length === 1) return formatMs(sample[0] as number);
  return `p50 ${formatMs(percentile(sample, 0.5))}, p95 ${formatMs(percentile(sample, 0.95))}`;
}

function createSampleFigures(first: Stage, last: Stage): Figure[] {
  const samplesBefore = first.samples.list();
  return [...last.samples.list()].map(([name, sample]) => {
    const before = samplesBefore.get(name) ?? [];
    const divide = (share: number) => percentile(sample, share) / percentile(before, share);
    const ratios = `p50 ${divide(0.5).toFixed(2)}, p95 ${divide(0.95).toFixed(2)}`;
    return {
      name: `${name} (${sample.length} times)`,
      measured: `${formatSample(sample)} at ${formatSize(last)}`,
      target: `${formatSample(before)} at ${formatSize(first)}`,
      ratio: sample.length === 1 ? divide(1).toFixed(2) : ratios,
      isReached: divide(0.95) <= MAX_RATIO,
    };
  });
}

const createMemoryFigures = (first: Stage, last: Stage): Figure[] =>
  [...last.memory].map(([component, mib]) => {
    const ratio = mib / (first.memory.get(component) ?? mib);
    return {
      name: `memory of ${component} (PSS)`,
      measured: `${mib.toFixed(0)} MiB at ${formatSize(last)}`,
      target: `${first.memory.get(component)?.toFixed(0)} MiB at ${formatSize(first)}`,
      ratio: ratio.toFixed(2),
      ...(component !== STORE && { isReached: ratio <= MAX_RATIO }),
    };
  });

function createQueryFigures(stage: Stage): Figure[] {
  const scans = [...stage.queries.values()].filter(({ plan }) => plan.includes('COLLSCAN'));
  return [
    {
      name: `kinds of queries without an index, at ${formatSize(stage)}`,
      measured: `${scans.length}; ${stage.queries.size - scans.length} others read 2,000 keys or rows`,
      isReached: scans.length === 0,
    },
    ...[...stage.queries].map(([name, { plan, keys, rows }]) => ({
      name: `– ${name}`,
      measured: `${keys} keys, ${rows} rows by ${plan}`,
    })),
  ];
}

function createStorageFigures({ size, storage, cache }: Stage): Figure[] {
  const collections = [...storage].sort(([, one], [, other]) => other.indexes - one.indexes);
  const sum = (key: 'indexes' | 'data' | 'files') =>
    collections.reduce((total, [, usage]) => total + usage[key], 0);
  return [
    {
      name: `all indexes at ${size.toLocaleString('en')}`,
      measured: `${formatMib(sum('indexes'))}; data ${formatMib(sum('data'))}, in files ${formatMib(sum('files'))}`,
      target: `cache ${formatMib(cache.maxBytes)}, ${formatMib(cache.usedBytes)} used`,
      ratio: (sum('indexes') / cache.maxBytes).toFixed(2),
    },
    ...collections
      .filter(([, { indexes }]) => indexes > MIB)
      .map(([name, { count, indexes, data }]) => ({
        name: `– ${name}`,
        measured: `${formatMib(indexes)} of indexes, ${formatMib(data)} of data in ${count.toLocaleString('en')} rows`,
      })),
  ];
}

/** Compares the last size with the first. */
export function createGrowthFigures(stages: readonly Stage[]): Figure[] {
  const [first, last] = [stages[0], stages.at(-1)];
  if (!first || !last) return [];
  return [
    ...createSampleFigures(first, last),
    ...createMemoryFigures(first, last),
    ...stages.flatMap(createQueryFigures),
    ...createStorageFigures(last),
  ];
}
