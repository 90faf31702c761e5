import { expect, test } from '@jest/globals';
import { createRoom, type Room } from './room.ts';

const SECOND = 1000;
let now = 1_700_000_000_000;

/** A room with a clock that the test advances. */
function openRoom(limit: number): Room {
  return createRoom({ limit, now: () => now });
}

/** Sweeps at the gateway's interval. */
function pass(room: Room, seconds: number, eachSecond: (second: number) => void = () => undefined): void {
  for (let second = 0; second < seconds; second += 1) {
    now += SECOND;
    eachSecond(second);
    room.sweep();
  }
}

const waiterAt = (id: string, arrivedAt = now) => ({ id, arrivedAt });

/** Fills the room and its visitors keep it full. */
function fill(room: Room, limit: number): string[] {
  const ids = Array.from({ length: limit }, (_, index) => `inside-${index}`);
  for (const id of ids) room.visit(id);
  return ids;
}

test('admits newcomers while there is room and no line, a tenth of the room at once and all within a minute', () => {
  const room = openRoom(100);
  const admitted: string[] = [];
  const enter = (id: string) => {
    if (admitted.length < 100 && !room.isFull() && !room.wait(waiterAt(id))) admitted.push(id);
  };
  const enterTogether = (second: number) => {
    for (let index = 0; index < 100; index += 1) enter(`${second}-${index}`);
    admitted.forEach(room.visit);
  };
  enterTogether(0);
  expect(admitted.length).toBe(10);
  pass(room, 60, (second) => enterTogether(second + 1));
  expect(admitted.length).toBe(100);
  expect(room.wait(waiterAt('one more'))?.ahead).toBe(0);
});

test('admits waiters in the order of arrival, whenever they were first seen', () => {
  const room = openRoom(10);
  const inside = fill(room, 10);
  const late = waiterAt('late', now + 2);
  const early = waiterAt('early', now + 1);
  expect([room.wait(late)?.ahead, room.wait(early)?.ahead, room.wait(late)?.ahead]).toEqual([0, 0, 1]);
  const admitted: string[] = [];
  pass(room, 182, () => {
    for (const id of inside.slice(1)) room.visit(id);
    for (const id of admitted) room.visit(id);
    for (const waiter of [late, early])
      if (!admitted.includes(waiter.id) && !room.wait(waiter)) admitted.push(waiter.id);
  });
  expect(admitted).toEqual(['early']);
  expect(room.count()).toEqual({ inside: 10, waiting: 1 });
});

test('does not admit a newcomer before those who wait', () => {
  const room = openRoom(10);
  fill(room, 10);
  room.wait(waiterAt('first'));
  now += 180 * SECOND + 1;
  expect(room.wait(waiterAt('newcomer'))?.ahead).toBe(1);
  expect(room.isFull()).toBe(true);
});

test('frees the place of an admitted waiter who does not come', () => {
  const room = openRoom(1);
  room.visit('inside');
  const [first, second] = [waiterAt('first'), waiterAt('second', now + 1)];
  const admittedAfter: number[] = [];
  pass(room, 300, (seconds) => {
    if (seconds < 179) room.wait(first);
    if (admittedAfter.length === 0 && !room.wait(second)) admittedAfter.push(seconds);
  });
  expect(admittedAfter[0]).toBeGreaterThan(180 + 60);
});

test('frees the place of a page that no browser opens after a short time', () => {
  const room = openRoom(10);
  room.wait(waiterAt('script without cookies'));
  expect(room.count()).toEqual({ inside: 1, waiting: 0 });
  pass(room, 61);
  expect(room.count()).toEqual({ inside: 0, waiting: 0 });
});

test('removes a silent waiter from the line, and restores the position by arrival after a return', () => {
  const room = openRoom(1);
  const [first, second] = [waiterAt('first'), waiterAt('second', now + 1)];
  room.visit('inside');
  room.wait(first);
  pass(room, 95, () => {
    room.visit('inside');
    room.wait(second);
  });
  expect([room.wait(second)?.ahead, room.wait(first)?.ahead, room.wait(second)?.ahead]).toEqual([0, 0, 1]);
});

test('admits no visitor after a restart before the longest waiting ones could return', () => {
  const arrivals = [waiterAt('first', now - 5 * SECOND), waiterAt('second', now - 4 * SECOND)] as const;
  const room = openRoom(10);
  expect(room.wait(waiterAt('newcomer before any of them'))).toBeUndefined();
  room.wait(arrivals[1]);
  pass(room, 30);
  expect(room.wait(arrivals[1])?.ahead).toBe(0);
  expect([room.wait(arrivals[0])?.ahead, room.wait(arrivals[1])?.ahead]).toEqual([0, 1]);
  expect(room.wait(waiterAt('newcomer after them'))?.ahead).toBe(2);
  pass(room, 6);
  expect([room.wait(arrivals[0]), room.wait(arrivals[1])?.ahead]).toEqual([undefined, 0]);
});

test('estimates the time from the last minute, and states none when no visitor was admitted', () => {
  const room = openRoom(60);
  fill(room, 60);
  expect(room.wait(waiterAt('first'))?.seconds).toBeUndefined();
  const waiters = Array.from({ length: 200 }, (_, index) => waiterAt(`waiter-${index}`, now + index));
  now += 181 * SECOND;
  pass(room, 60, () => waiters.forEach(room.wait));
  const last = waiters.at(-1);
  const place = last && room.wait(last);
  expect(place?.ahead).toBeGreaterThan(100);
  expect((place?.seconds ?? 0) / ((place?.ahead ?? 0) + 1)).toBeCloseTo(1, 0);
});
