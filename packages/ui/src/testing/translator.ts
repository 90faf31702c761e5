/** What browsers' translators do with each text: two <font> elements replace it, unless it is marked. */
export function translateTexts(root: Node = document.body): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) if (isTranslated(text)) replaceText(text);
}

const isTranslated = ({ data, parentElement }: Text): boolean =>
  data.trim() !== '' && parentElement !== null && !parentElement.closest('[translate="no"], font, script');

function replaceText(text: Text): void {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.textContent = text.data;
  outer.append(inner);
  text.replaceWith(outer);
}

/** Translates the page, and each text that it shows later. @returns stops */
export function startTranslator(): () => void {
  translateTexts();
  const observer = new MutationObserver(() => translateTexts());
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}
