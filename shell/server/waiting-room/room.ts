function removeOlder(times: Map<string, number>, limit: number): void {
  for (const [id, time] of times) if (time < limit) times.delete(id);
}

export interface Waiter {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly arrivedAt: number;
}

/** Three of the longest polls: a phone that sleeps for longer regains its position by its time of arrival. */
const SILENT_MS = 90_000;

function createLine() {
  let waiters: Waiter[] = [];
  const seen = new Map<string, number>();

  /** Index of the first waiter with the same or a later arrival. */
  function findIndex(waiter: Waiter): number {
    let [low, high] = [0, waiters.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(waiters[middle] as Waiter, waiter)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    size: (): number => waiters.length,
    first: (): Waiter | undefined => waiters[0],
    /** @returns the number of waiters ahead */
    add(waiter: Waiter, now: number): number {
      const index = findIndex(waiter);
      if (!seen.has(waiter.id)) waiters.splice(index, 0, waiter);
      seen.set(waiter.id, now);
      return index;
    },
    removeFirst(): void {
      const waiter = waiters.shift();
      if (waiter) seen.delete(waiter.id);
    },
    removeSilent(now: number): void {
      removeOlder(seen, now - SILENT_MS);
      if (seen.size < waiters.length) waiters = waiters.filter(({ id }) => seen.has(id));
    },
  };
}

const isBefore = (one: Waiter, other: Waiter): boolean =>
  one.arrivedAt < other.arrivedAt || (one.arrivedAt === other.arrivedAt && one.id < other.id);

/** A visitor without a request for this long makes room for another. */
const ACTIVE_MS = 180_000;
/** The same for an admitted visitor who made no request, such as for a page that no browser opened. */
const GRANT_MS = 60_000;
/** The room fills within a minute, not within one second: a first page costs most. */
const FILL_SECONDS = 60;
/** Admissions at once, as a share of the room. */
const BURST_SHARE = 0.1;
/** Time after a restart for earlier waiters to return before others are admitted. */
const RETURN_MS = 35_000;
const RATE_WINDOW_MS = 60_000;

export interface Place {
  readonly ahead: number;
  /** Undefined while no visitor has been admitted. */
  readonly seconds: number | undefined;
  readonly pollSeconds: number;
}

export type Room = ReturnType<typeof createRoom>;

/** @param limit visitors inside at a time */
export function createRoom({ limit, now = Date.now }: { limit: number; now?: () => number }) {
  const startedAt = now();
  const line = createLine();
  const lastRequests = new Map<string, number>();
  const grants = new Map<string, number>();
  const admissions = createAdmissions(limit, startedAt);

  const hasSpace = () => lastRequests.size + grants.size < limit;
  /** Only visitors who arrived before this process started were in a line that others may return to. */
  const waitsForOthers = ({ arrivedAt }: Waiter) => arrivedAt < startedAt && now() < startedAt + RETURN_MS;
  const isFull = () => line.size() > 0 || !hasSpace() || !admissions.mayAdmit(now());

  function admit({ id }: Waiter): void {
    admissions.count(now());
    grants.set(id, now());
  }

  function admitWaiters(): void {
    for (let next = line.first(); next && !waitsForOthers(next); next = line.first()) {
      if (!hasSpace() || !admissions.mayAdmit(now())) return;
      line.removeFirst();
      admit(next);
    }
  }

  return {
    /** Call for each request of an admitted visitor. */
    visit(id: string): void {
      grants.delete(id);
      lastRequests.set(id, now());
    },
    /** Undefined for a newcomer while there is room and no line, and for a waiter who is next. */
    wait(waiter: Waiter): Place | undefined {
      const { id } = waiter;
      if (!grants.has(id) && !isFull() && !waitsForOthers(waiter)) admit(waiter);
      if (grants.has(id)) return undefined;
      const ahead = line.add(waiter, now());
      return { ahead, seconds: admissions.estimateSeconds(ahead, now()), pollSeconds: toPollSeconds(ahead) };
    },
    isFull,
    /** Call once a second. */
    sweep(): void {
      removeOlder(lastRequests, now() - ACTIVE_MS);
      removeOlder(grants, now() - GRANT_MS);
      line.removeSilent(now());
      admissions.removeOld(now());
      admitWaiters();
    },
    count: () => ({ inside: lastRequests.size + grants.size, waiting: line.size() }),
  };
}

/** A longer line polls less often: its responses use the machine that serves the admitted visitors. */
function toPollSeconds(ahead: number): number {
  if (ahead < 200) return 5;
  return ahead < 2000 ? 15 : 30;
}

/** A token bucket, and the rate of the last minute; a burst does not predict the following rate. */
function createAdmissions(limit: number, startedAt: number) {
  const perMs = limit / (FILL_SECONDS * 1000);
  const burst = Math.max(1, limit * BURST_SHARE);
  let tokens = burst;
  let refilledAt = startedAt;
  let times: number[] = [];

  function refill(now: number): void {
    tokens = Math.min(burst, tokens + (now - refilledAt) * perMs);
    refilledAt = now;
  }

  function removeOld(now: number): void {
    times = times.filter((time) => time > now - RATE_WINDOW_MS);
  }

  return {
    mayAdmit(now: number): boolean {
      refill(now);
      return tokens >= 1;
    },
    count(now: number): void {
      tokens -= 1;
      times.push(now);
    },
    removeOld,
    estimateSeconds(ahead: number, now: number): number | undefined {
      removeOld(now);
      if (times.length === 0) return undefined;
      const windowMs = Math.max(1, Math.min(RATE_WINDOW_MS, now - startedAt));
      const rate = Math.min(perMs, times.length / windowMs);
      return Math.ceil((ahead + 1) / rate / 1000);
    },
  };
}
