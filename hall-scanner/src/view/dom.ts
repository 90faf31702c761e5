import { type BilingualText, dateText, dateTimeText } from '@archaka/contracts/calls';

/** @throws when the element is missing: page and script belong to one build */
export function getElement<ElementType extends Element>(
  id: string,
  type: new () => ElementType,
): ElementType {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`no ${type.name} #${id}`);
  return found;
}

export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  created.append(...children);
  return created;
}

/** Telugu first; as text nodes, never as HTML. */
export function toBilingualNodes({ te, en }: BilingualText): (Node | string)[] {
  const english = createElement('span', en);
  english.lang = 'en';
  return [te, ' ', english];
}

export const setText = (target: Element, ...sentences: readonly BilingualText[]): void =>
  target.replaceChildren(...sentences.flatMap((sentence) => [...toBilingualNodes(sentence), ' ']));

const SVG = 'http://www.w3.org/2000/svg';

/** Hidden from screen readers, since the text beside it says the same. */
export function createSign(name: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'sign');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#sign-${name}`);
  svg.append(use);
  return svg;
}

/** Non-breaking hyphen. */
const HYPHEN = '\u2011';

/** dd-MM-yyyy HH:mm in India. */
export const formatIndianTime = (instant: number | string): string =>
  dateTimeText(new Date(instant).toISOString()).replaceAll('-', HYPHEN);

/** Takes yyyy-mm-dd, returns dd-MM-yyyy. */
export const formatIndianDay = (day: string): string => dateText(day).replaceAll('-', HYPHEN);
