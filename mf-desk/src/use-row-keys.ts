import type { RefObject } from 'react';
import { useKeys } from './use-keys.tsx';

/** Moves the focus between the rows of a table, each with one link or button. */
export function useRowKeys(table: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const controls = [...(table.current?.querySelectorAll<HTMLElement>('tbody :is(a, button)') ?? [])];
    const current = controls.indexOf(document.activeElement as HTMLElement);
    const next = current === -1 ? 0 : current + step;
    controls[Math.min(Math.max(next, 0), controls.length - 1)]?.focus();
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
  });
}
