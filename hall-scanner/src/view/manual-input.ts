import { selectCode } from '../code/parse-address.ts';
import { readCodes } from '../code/read-codes.ts';
import type { ScanResult } from '../verification/scan-result.ts';
import { getElement } from './dom.ts';

interface ManualInputDependencies {
  readonly origin: string;
  readonly checkCode: (text: string) => Promise<void>;
  readonly show: (finding: ScanResult) => void;
}

export function setUpManualInput({ origin, checkCode, show }: ManualInputDependencies): void {
  const input = getElement('photo-file', HTMLInputElement);
  const address = getElement('address', HTMLInputElement);

  const read = async (file: File) => {
    const picture = await createImageBitmap(file).catch(() => undefined);
    const texts = picture ? readCodes(picture) : [];
    picture?.close();
    const selected = selectCode(texts, origin);
    if (selected === 'none') return show({ state: 'no-code' });
    if (selected === 'several') return show({ state: 'several' });
    await checkCode(selected.text);
  };
  getElement('photo', HTMLButtonElement).addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void read(file);
    input.value = '';
  });
  getElement('by-address', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void checkCode(address.value);
    address.value = '';
  });
}
