import { getElement } from './dom.ts';

/** What Chromium gives, and other browsers do in a menu of their own. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Offers to put the scanner beside the phone's apps, where the browser lets a page offer that. */
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
