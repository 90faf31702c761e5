import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Router } from 'express';
import express from 'express';
import * as z from 'zod';
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
async function describeFault({ message, stack }: Fault, builds: readonly WatchedBuild[]): Promise<string> {
  const lines = stack.split('\n').filter((line) => framePosition.test(line));
  const loadMap = createMapLoader();
  const frames = await Promise.all(
    lines.map(async (line) => ({ line, position: await findSource(line, { builds, loadMap }) })),
  );
  const own = frames.filter(({ position }) => position && ownSource.test(position.file));
  const shown = (own.length > 0 ? own : frames).map(({ line, position }) =>
    position ? line.replace(framePosition, `${position.file}:${position.line}`) : line,
  );
  const excerpt = own[0]?.position ? [toExcerpt(own[0].position), ''] : [];
  return [message, '', ...excerpt, ...shown].join('\n').trimEnd();
}

/** Reads each file once, since the shell's has megabytes; undefined without a map. */
function createMapLoader() {
  const maps = new Map<string, Promise<SourceMap | undefined>>();
  const load = (file: string) =>
    readFile(file, 'utf8').then(
      (text) => new SourceMap(JSON.parse(text)),
      () => undefined,
    );
  return (file: string) => {
    const map = maps.get(file) ?? load(file);
    maps.set(file, map);
    return map;
  };
}

interface SourceOptions {
  readonly builds: readonly WatchedBuild[];
  readonly loadMap: ReturnType<typeof createMapLoader>;
}

async function findSource(
  frame: string,
  { builds, loadMap }: SourceOptions,
): Promise<SourcePosition | undefined> {
  const [, address = '', line, column] = framePosition.exec(frame) ?? [];
  const [, name = 'shell', script] = scriptPath.exec(URL.parse(address)?.pathname ?? '') ?? [];
  const build = builds.find((candidate) => candidate.name === name);
  if (!build || !script) return undefined;
  const map = await loadMap(path.join(build.dist, `${script}.map`));
  if (!map) return undefined;
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

const text = z.string().transform(stripVTControlCharacters);
const fault = z.object({ message: text, stack: text });
/** As the shell reports it to a portal, which knows published builds only. */
const sliceFault = z.object({ slice: text, kind: text, error: text });

const readBody = express.json({ limit: '100kb' });

/** Prints errors of the page in the terminal; the page gets the text for its overlay. */
export function createFaultRoutes(builds: readonly WatchedBuild[]): Router {
  const router = express.Router();
  router.post('/dev/faults', readBody, async (request, response) => {
    const { data } = fault.safeParse(request.body);
    if (!data) return void response.sendStatus(400);
    const description = await describeFault(data, builds);
    console.error(`\n${description}\n`);
    response.type('text/plain').send(description);
  });
  router.post('/slices/faults', readBody, (request, response) => {
    const { data } = sliceFault.safeParse(request.body);
    if (!data) return void response.sendStatus(400);
    console.error(`${data.slice} failed in the page: ${data.kind}, ${data.error}`);
    response.sendStatus(204);
  });
  return router;
}
