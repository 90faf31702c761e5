import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Stage } from './stage.ts';

interface Line {
  readonly file: string;
  readonly text: string;
}

/** Ids and clocks hold digits that mean nothing. */
const WITHOUT_MEANING = /"(time|request_id|trace_id|span_id|ms|user|pid)":("[^"]*"|[\d.]+)/g;

/** Last: after all that the other subjects did, the logs know nobody. */
export const secrecy = (stage: Stage) =>
  describe('logs', () => {
    async function lines(): Promise<Line[]> {
      const folder = join(stage.portal().dataDir, 'logs');
      const files = await readdir(folder);
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
      const all = texts.flatMap((text, at) =>
        text.split('\n').map((line) => ({ file: String(files[at]), text: line })),
      );
      return [
        ...all,
        ...stage
          .portal()
          .output()
          .split('\n')
          .map((text) => ({ file: 'output', text })),
      ];
    }
    const telling = (all: Line[], words: (text: string) => boolean) =>
      all.filter(({ text }) => words(text)).map(({ file, text }) => `${file}: ${text.slice(0, 600)}`);

    test('hold no mobile number, Aadhaar, name, address or e-mail', async () => {
      const all = await lines();
      expect(all.length).toBeGreaterThan(500);
      const secrets = new Set(stage.people.flatMap(({ number, aadhar }) => [number, aadhar]));
      expect(
        telling(all, (text) => (text.match(/\d{10,12}/g) ?? []).some((digits) => secrets.has(digits))),
      ).toEqual([]);
      const words = /Sita Rama|Venkata Sarma|Edited Sarma|Temple Street|applicant\.|example\.org|రామశర్మ/;
      expect(telling(all, (text) => words.test(text))).toEqual([]);
    });

    test('hold no OTP and no session', async () => {
      const all = (await lines()).filter(({ file }) => /^(svc-|shell)/.test(file));
      const inbox = await fetch(`${stage.portal().origin}/dev/inbox`);
      const otps = ((await inbox.json()) as { otp: string }[]).map(({ otp }) => otp);
      expect(otps.length).toBeGreaterThan(0);
      const has = (text: string) => otps.some((otp) => new RegExp(`"otp"|\\D${otp}\\D`).test(text));
      expect(telling(all, (text) => has(text.replace(WITHOUT_MEANING, '')))).toEqual([]);
      expect(telling(all, (text) => /archaka_session|Bearer |eyJ/.test(text))).toEqual([]);
    });

    test('tell of no error that nobody foresaw', async () => {
      const all = (await lines()).filter(({ file }) => /^(svc-|shell)/.test(file));
      expect(telling(all, (text) => /"msg":"unexpected"|"level":"fatal"/.test(text))).toEqual([]);
    });
  });
