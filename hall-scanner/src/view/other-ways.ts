import { inView } from '../code/in-view.ts';
import { openReader } from '../code/open-reader.ts';
import type { Finding } from '../verdict/finding.ts';
import { element } from './dom.ts';

interface Doors {
  readonly origin: string;
  readonly judge: (text: string) => Promise<void>;
  /** Shows what needs no judging. */
  readonly show: (finding: Finding) => void;
}

/** Without the camera: a photo of the code, or its address typed or pasted. */
export function otherWays({ origin, judge, show }: Doors): void {
  const input = element('photo-file', HTMLInputElement);
  const address = element('address', HTMLInputElement);

  const read = async (file: File) => {
    const texts = await textsIn(file).catch(() => []);
    const found = inView(texts, origin);
    if (found === 'none') return show({ state: 'no-code' });
    if (found === 'several') return show({ state: 'several' });
    await judge(found.text);
  };
  element('photo', HTMLButtonElement).addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void read(file);
    input.value = '';
  });
  element('by-address', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void judge(address.value);
    address.value = '';
  });
}

async function textsIn(file: File): Promise<string[]> {
  const picture = await createImageBitmap(file);
  try {
    return await (await openReader()).read(picture);
  } finally {
    picture.close();
  }
}
