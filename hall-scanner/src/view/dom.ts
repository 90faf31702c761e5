import type { Sentence } from '@archaka/contracts';

/** @throws when the page has no such element: page and script are of one build. */
export function element<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} #${id}`);
  return found;
}

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

/** Both languages, Telugu first, as nodes that put nothing into the page but text. */
export function both({ te, en }: Sentence): (Node | string)[] {
  const english = make('span', en);
  english.lang = 'en';
  return [te, ' ', english];
}

export const say = (target: Element, ...sentences: readonly Sentence[]): void =>
  target.replaceChildren(...sentences.flatMap((sentence) => [...both(sentence), ' ']));

const SVG = 'http://www.w3.org/2000/svg';

/** One of the signs that the page has drawn; the words beside it say the same. */
export function sign(name: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'sign');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#sign-${name}`);
  svg.append(use);
  return svg;
}
