import type { ScrutinyVerdict, StaffRole } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { decideNextStep, isSampled, type Look, type LookDecision, mayDecide } from './scrutiny.ts';

const clerk = { id: 'one', roles: ['scrutiny-clerk'] } as const;
const other = { id: 'two', roles: ['scrutiny-clerk'] } as const;
const senior = { id: 'three', roles: ['senior-clerk'] } as const;

const decision = (look: Look, verdict: ScrutinyVerdict, { id }: { id: string }): LookDecision => ({
  look,
  verdict,
  staffId: id,
});

const decide = (
  verdict: ScrutinyVerdict,
  {
    look,
    first,
    by,
    percent = 0,
  }: { look: Look; first?: LookDecision; by: { roles: readonly StaffRole[] }; percent?: number },
) =>
  decideNextStep(verdict, {
    applicationId: 'ARC24-1',
    version: 1,
    look,
    first,
    roles: by.roles,
    rules: { second_look_percent: percent },
  });

const settled = (scrutiny: ScrutinyVerdict, look: Look) => ({ scrutiny, look, isFinal: true });
const passedOn = (look: Look) => ({ scrutiny: 'second-look', look, isFinal: false });
const accepted = decision(1, 'accepted', clerk);
const rejected = decision(1, 'rejected', clerk);

test.each([
  ['accepts at once', decide('accepted', { look: 1, by: clerk }), settled('accepted', 1)],
  ['samples', decide('accepted', { look: 1, by: clerk, percent: 100 }), passedOn(2)],
  [
    'asks for a correction',
    decide('correction', { look: 1, by: clerk, percent: 100 }),
    settled('correction', 1),
  ],
  ['passes a rejection on', decide('rejected', { look: 1, by: senior }), passedOn(2)],
  ['agrees', decide('accepted', { look: 2, first: accepted, by: other }), settled('accepted', 2)],
  ['disagrees', decide('correction', { look: 2, first: accepted, by: other }), passedOn(3)],
  [
    'a senior clerk disagrees',
    decide('accepted', { look: 2, first: rejected, by: senior }),
    settled('accepted', 2),
  ],
  [
    'a senior clerk settles',
    decide('rejected', { look: 3, first: accepted, by: senior }),
    settled('rejected', 3),
  ],
])('%s', (_what, step, expected) => {
  expect(step).toEqual(expected);
});

test('lets nobody decide two looks of a version, and leaves rejections and differences to senior clerks', () => {
  expect(mayDecide({ look: 1, decisions: [] }, clerk)).toBe(true);
  expect(mayDecide({ look: 2, decisions: [accepted] }, clerk)).toBe(false);
  expect(mayDecide({ look: 2, decisions: [accepted] }, other)).toBe(true);
  expect(mayDecide({ look: 2, decisions: [rejected] }, other)).toBe(false);
  expect(mayDecide({ look: 2, decisions: [rejected] }, senior)).toBe(true);
  expect(mayDecide({ look: 3, decisions: [accepted, decision(2, 'correction', other)] }, senior)).toBe(true);
  expect(mayDecide({ look: 3, decisions: [accepted] }, { id: 'four', roles: ['scrutiny-clerk'] })).toBe(
    false,
  );
});

test('samples about the percentage, and the same cases each time', () => {
  const ids = Array.from({ length: 4000 }, (_, index) => `ARC24-${index}`);
  const sample = () => ids.filter((id) => isSampled(id, 1, 10));
  expect(sample().length).toBeGreaterThan(320);
  expect(sample().length).toBeLessThan(480);
  expect(sample()).toEqual(sample());
});

test('an appeal is for a senior clerk who has not decided the case, and settles it', () => {
  const decisions = [rejected, decision(2, 'rejected', senior)];
  expect(mayDecide({ look: 4, decisions }, senior)).toBe(false);
  expect(mayDecide({ look: 4, decisions }, { id: 'five', roles: ['scrutiny-clerk'] })).toBe(false);
  expect(mayDecide({ look: 4, decisions }, { id: 'six', roles: ['senior-clerk'] })).toBe(true);
  expect(decide('accepted', { look: 4, first: rejected, by: senior })).toEqual({
    scrutiny: 'accepted',
    look: 4,
    isFinal: true,
  });
});
