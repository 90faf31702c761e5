import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';
import type { WatchedBuild } from './watch-build.ts';

interface Fault {
  /** With the name of its class. */
  readonly message: string;
  readonly stack: string;
}

interface SourcePosition {
  /** Relative to the current folder. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly content: string | undefined;
}

/** The address of a script with line and column; each browser has its own text around it. */
const framePosition = /(https?:\/\/[^\s()]+):(\d+):(\d+)/;
const scriptPath = /^\/(?:assets|slices\/([^/]+)\/[^/]+)\/([^/]+\.js)$/;
/** A file of this repository, not of rspack's runtime or of dev mode's client. */
const ownSource = /^(?!.*node_modules|packages\/platform\/build\/).*\.[jt]sx?$/;
const CONTEXT_LINES = 3;

/** An error of the page with its stack by source files, and the lines around the first one. */
export async function describeFault(
  { message, stack }: Fault,
  builds: readonly WatchedBuild[],
): Promise<string> {
  const lines = stack.split('\n').filter((line) => framePosition.test(line));
  const frames = await Promise.all(
    lines.map(async (line) => ({ line, position: await findSource(line, builds) })),
  );
  const own = frames.filter(({ position }) => position && ownSource.test(position.file));
  const shown = (own.length > 0 ? own : frames).map(({ line, position }) =>
    position ? line.replace(framePosition, `${position.file}:${position.line}`) : line,
  );
  const excerpt = own[0]?.position ? [toExcerpt(own[0].position), ''] : [];
  return [message, '', ...excerpt, ...shown].join('\n').trimEnd();
}

async function findSource(
  frame: string,
  builds: readonly WatchedBuild[],
): Promise<SourcePosition | undefined> {
  const [, address = '', line, column] = framePosition.exec(frame) ?? [];
  const [, name = 'shell', script] = scriptPath.exec(URL.parse(address)?.pathname ?? '') ?? [];
  const build = builds.find((candidate) => candidate.name === name);
  if (!build || !script) return undefined;
  const text = await readFile(path.join(build.dist, `${script}.map`), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const map = new SourceMap(JSON.parse(text));
  const generatedLine = Number(line) - 1;
  const entry = map.findEntry(generatedLine, Number(column) - 1);
  // Else it is of a previous line, as for lines that the bundler added.
  if (!('originalSource' in entry) || entry.generatedLine !== generatedLine) return undefined;
  const { sources, sourcesContent } = map.payload;
  return {
    file: toFile(entry.originalSource, build),
    line: entry.originalLine + 1,
    content: sourcesContent[sources.indexOf(entry.originalSource)],
  };
}

/** Rspack names a source `webpack://<bundle>/<path from the workspace>`. */
const toFile = (source: string, { workspace }: WatchedBuild): string =>
  path.relative('', path.resolve(workspace, source.replace(/^webpack:\/\/[^/]*\//, '')));

function toExcerpt({ file, line, content = '' }: SourcePosition): string {
  const first = Math.max(1, line - CONTEXT_LINES);
  const lines = content.split('\n').slice(first - 1, line + CONTEXT_LINES);
  const numbered = lines.map((text, index) => {
    const number = first + index;
    return `${number === line ? '>' : ' '} ${String(number).padStart(4)} | ${text}`;
  });
  return [`${file}:${line}`, ...numbered].join('\n');
}
