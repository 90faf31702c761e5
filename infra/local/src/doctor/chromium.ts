import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CHROMIUM_FLAGS } from '@archaka/engines';
import { root } from '../settings.ts';
import type { CheckResult } from './run-checks.ts';

const TIMEOUT_MS = 60_000;

/** Prints a Telugu word in the tickets' font, and checks that the PDF contains that font. */
export async function checkChromium(chromium: string): Promise<CheckResult> {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  try {
    await writeFile(join(folder, 'page.html'), await renderPage());
    const pdf = await print(chromium, folder);
    return pdf.includes('NotoSansTelugu')
      ? { seen: `${chromium} prints Telugu` }
      : {
          seen: `${chromium} prints, but without the tickets' font`,
          todo: 'Install another Chromium or Google Chrome, or set CHROMIUM_PATH to one.',
        };
  } catch (error) {
    return {
      seen: `${chromium} does not print`,
      todo: `Run it in a terminal to see its error; in a container it needs space in /dev/shm and /tmp. Its error: ${getReason(error)}`,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function print(chromium: string, folder: string): Promise<Buffer> {
  const pdf = join(folder, 'page.pdf');
  const args = [
    ...CHROMIUM_FLAGS,
    ...['--headless', `--user-data-dir=${join(folder, 'profile')}`],
    ...[`--print-to-pdf=${pdf}`, join(folder, 'page.html')],
  ];
  await promisify(execFile)(chromium, args, { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' });
  return readFile(pdf);
}

async function renderPage(): Promise<string> {
  const { resolve } = createRequire(join(root, 'svc-ticket/package.json'));
  const stylesheet = resolve('@fontsource/noto-sans-telugu/400.css');
  const font = await readFile(
    join(dirname(stylesheet), 'files/noto-sans-telugu-telugu-400-normal.woff2'),
    'base64',
  );
  return `<!doctype html><meta charset="utf-8"><style>@font-face{font-family:T;src:url(data:font/woff2;base64,${font})}body{font:20px T}</style>అర్చక`;
}

function getReason(error: unknown): string {
  const { stderr = '', message } = error as Error & { stderr?: string };
  return stderr.trim().split('\n').at(-1) || message;
}
