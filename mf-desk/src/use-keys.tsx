import { Bilingual, Button, type Tone, type Word } from '@archaka/platform';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
} from 'react';

/** Actions by key; an action that is not possible now is undefined. */
export type KeyActions = Readonly<Record<string, (() => unknown) | undefined>>;

interface Keys {
  /** Off for who uses speech input, or types by another script. */
  readonly isOn: boolean;
  readonly add: (actions: RefObject<KeyActions>) => () => void;
}

const KeysContext = createContext<Keys>({ isOn: false, add: () => () => undefined });

export const useKeysOn = (): boolean => use(KeysContext).isOn;

const isTextInput = (element: HTMLElement): boolean =>
  element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(element.type);

const isTyping = (target: HTMLElement): boolean =>
  target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) || isTextInput(target);

/** Enter and Space press the focused control. */
const isActivation = (key: string, target: HTMLElement): boolean =>
  [' ', 'Enter'].includes(key) && target.closest('a, button, summary') !== null;

function isForBrowser(event: KeyboardEvent): boolean {
  const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true;
  if (document.querySelector('dialog[open]')) return true;
  return target instanceof HTMLElement && (isTyping(target) || isActivation(key, target));
}

/** Handles single keys while no text is typed and no dialog is open. What was shown last has precedence. */
export function KeysProvider({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  const added = useRef(new Set<RefObject<KeyActions>>());
  const add = useRef((actions: RefObject<KeyActions>) => {
    added.current.add(actions);
    return () => void added.current.delete(actions);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      if (isForBrowser(event)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const action = [...added.current].reverse().find(({ current }) => current[key])?.current[key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn]);
  return <KeysContext value={{ isOn, add: add.current }}>{children}</KeysContext>;
}

/** Letters act in either case. */
export function useKeys(actions: KeyActions): void {
  const { add } = use(KeysContext);
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => add(latest), [add]);
}

/** The key of a control, shown beside its word. */
export function KeyName({ name }: { name: string }) {
  if (!useKeysOn()) return null;
  return (
    <span className="key" aria-hidden="true">
      {name.length === 1 ? name.toUpperCase() : name}
    </span>
  );
}

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

interface KeyButtonProps extends Omit<ComponentProps<typeof Button>, 'word'> {
  word: Word;
  /** Its page handles it. */
  shortcut: string;
  tone?: Tone;
}

export function KeyButton({ word, shortcut, ...button }: KeyButtonProps) {
  const isOn = useKeysOn();
  return (
    <Button {...button} aria-keyshortcuts={isOn ? shortcut : undefined}>
      <span className="key-word">
        <span>
          <Bilingual word={word} />
        </span>
        <KeyName name={shortcut} />
      </span>
    </Button>
  );
}
