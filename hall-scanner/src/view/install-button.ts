import { getElement } from './dom.ts';

/** Chromium only; other browsers install from their menu. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

export function setUpInstallButton(): void {
  const button = getElement('install', HTMLButtonElement);
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    button.hidden = false;
    button.onclick = async () => {
      button.hidden = true;
      await (event as InstallEvent).prompt();
    };
  });
}
