import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Undefined without a readable file. */
export function readJson<Content>(path: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically, also beside another process; only the owner can read it. */
export function writeJson(path: string, content: unknown): void {
  const temporary = `${path}.${process.pid}.new`;
  writeFileSync(temporary, JSON.stringify(content, null, 2), { mode: 0o600, flush: true });
  renameSync(temporary, path);
}
