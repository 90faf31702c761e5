import { expect, test } from '@jest/globals';
import { clockText } from './clock-time.ts';

test.each([
  ['08:30', 'ఉదయం 8:30', '8:30 am'],
  ['00:05', 'ఉదయం 12:05', '12:05 am'],
  ['12:00', 'మధ్యాహ్నం 12:00', '12:00 pm'],
  ['15:59', 'మధ్యాహ్నం 3:59', '3:59 pm'],
  ['16:00', 'సాయంత్రం 4:00', '4:00 pm'],
])('formats %s as %s and %s', (time, te, en) => {
  expect(clockText(time)).toEqual({ te, en });
});
