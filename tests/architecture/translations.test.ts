import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

const execute = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Lingui's findings in the catalogs; empty if they are correct. */
async function runCheck(...args: string[]): Promise<string> {
  const program = join(ROOT, 'node_modules/.bin/lingui');
  return execute(program, ['check', ...args, '--verbose', '--workers', '1'], { cwd: ROOT }).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

test('the catalogs contain exactly the texts of the sources', async () => {
  expect(await runCheck('sync', '--clean')).toBe('');
});

test('every text of the catalogs has both languages', async () => {
  expect(await runCheck('missing', '--mode', 'catalog')).toBe('');
});

test('every Telugu text is in the Telugu script', async () => {
  const catalogs = await getCatalogs(getConfig({ cwd: ROOT }));
  const messages = await Promise.all(catalogs.map((catalog) => catalog.read('te')));
  const translations = messages.flatMap((catalog) =>
    Object.values(catalog ?? {}).map(({ translation }) => translation),
  );
  expect(translations.length).toBeGreaterThan(100);
  expect(translations.filter((translation) => !/\p{Script=Telugu}/u.test(String(translation)))).toEqual([]);
});

/** What the Telugu texts avoid, by what they say instead. */
const AVOIDED: readonly (readonly [string, RegExp])[] = [
  ['ధ్రువ', /ధృవ/u],
  ['సరైనది కాదు', /OTP సరిపోలేదు/u],
  ['సవరణ', /వెర్షన్|ప్రతిగా|రూపాల|మార్పు [\d{$]/u],
  ['అన్నీ సిద్ధంగా ఉన్నాయా?', /సిద్ధమేనా/u],
  ['డబ్బు కట్ అయింది', /డబ్బు తీసుకు?(న్నారు|ోలేదు)/u],
  ['the active voice', /(?<!కన|నిల)బడ(ింది|దు|లేదు|్డాయి|ుతుంది|ుతాయి|వచ్చు|ిన)/u],
  ['an ending joined to its word', /[A-Za-z}] (ను|ని|గా|లో|లోని|కి|కు|తో|న)(?![\u0c00-\u0c7f]|\.[ '`])/u],
  ['నింపండి', /(నంబరు|సంఖ్య|పేరు|చిరునామా|OTP|ఇ-మెయిల్|గ్రామం|పిన్‌కోడ్|ఉంటే) రాయండి/u],
  ['క్ర.సం.', /msgid "Id"\nmsgstr "వరుస"/u],
  ['ఒకసారి నమోదు చేస్తే అదే తుది', /నమోదు అంతిమం/u],
  ['ట్రాకింగ్ లేదు', /నిఘా/u],
  ['ఈ నంబర్లు, ఇ-మెయిల్', /ఈ చిరునామాలు, నంబర్లు/u],
  ['డేటా ప్రొటెక్షన్ బోర్డ్ ఆఫ్ ఇండియా', /డేటా రక్షణ మండలి/u],
  ['-ాం, as in పంపాం', /(?:పంప|పరిచ|పరుస్త|అడుగుత|లేకపోయ)ాము/u],
  ['what was done', /msgid "(Saved|Submitted|Paid)"\nmsgstr "(భద్రం|సమర్పణ|చెల్లింపు)"/u],
];

test('every Telugu text of the repository is in the words agreed on', async () => {
  const { stdout } = await execute('git', ['grep', '-lIP', '[\\x{0C00}-\\x{0C7F}]'], { cwd: ROOT });
  const paths = stdout
    .split('\n')
    .filter((path) => path && path !== 'tests/architecture/translations.test.ts');
  expect(paths.length).toBeGreaterThan(100);
  const files = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(ROOT, path), 'utf8')] as const),
  );
  const findings = files.flatMap(([path, text]) =>
    AVOIDED.flatMap(([instead, pattern]) => {
      const [found] = pattern.exec(text) ?? [];
      return found ? [`${path}: ${found} → ${instead}`] : [];
    }),
  );
  expect(findings).toEqual([]);
});
