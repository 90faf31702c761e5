import type { WrittenSpan } from './spans.ts';

const WIDTHS = { at: 9, ms: 9, part: 16 };

/**
 * The spans as a tree, each below what it is a part of, in the order of time: milliseconds since the first began,
 * how long it took, where, and what. What has no parent here, since the browser writes none, stands at the left.
 */
export function treeOf(spans: readonly WrittenSpan[]): string {
  const known = new Set(spans.map(({ span }) => span));
  const first = Math.min(...spans.map(({ at }) => at));
  const childrenOf = Map.groupBy(
    spans.toSorted((one, other) => one.at - other.at),
    ({ parent }) => (parent !== undefined && known.has(parent) ? parent : ''),
  );
  const linesBelow = (parent: string, depth: number): string[] =>
    (childrenOf.get(parent) ?? []).flatMap((span) => [
      lineFor(span, { first, depth }),
      ...linesBelow(span.span, depth + 1),
    ]);
  return linesBelow('', 0).join('\n');
}

function lineFor(
  { at, ms, part, name, failed, attributes }: WrittenSpan,
  { first, depth }: { first: number; depth: number },
): string {
  const status = attributes['http.response.status_code'];
  const outcome = [status, failed && `failed (${attributes['error.type']})`].filter(Boolean).join(', ');
  return [
    `+${(at - first).toFixed(1)}`.padStart(WIDTHS.at),
    `${ms.toFixed(1)} ms`.padStart(WIDTHS.ms + 3),
    ` ${part.padEnd(WIDTHS.part)}`,
    `${'  '.repeat(depth)}${name}${outcome && ` → ${outcome}`}`,
  ].join(' ');
}
