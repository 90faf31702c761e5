import { startPortal } from '@archaka/test-kit';
import { castApplicant } from './cast.ts';
import { fuzz } from './fuzz.ts';

const given = process.argv[process.argv.indexOf('--seed') + 1];
const seed = process.argv.includes('--seed') ? Number(given) : Math.floor(Math.random() * 2 ** 31);

if (!Number.isSafeInteger(seed)) {
  console.error('Say which: npm run fuzz, or npm run fuzz -- --seed <a number>.');
  process.exit(2);
}
const portal = await startPortal();
try {
  const { session, known } = await castApplicant(portal.origin);
  const show = (text: string) => void process.stdout.write(text);
  const fits = await fuzz({
    origin: portal.origin,
    cookie: session.cookie(),
    known,
    seed,
    phases: 'coverage,fuzzing',
    examples: 100,
    show,
  });
  console.log(
    `${fits ? 'Every answer was as documented' : 'Not every answer was as documented'}; seed ${seed}`,
  );
  process.exitCode = fits ? 0 : 1;
} finally {
  await portal.stop();
}
