import { config } from 'zod/mini';
import './style/index.css';
import { startScanner } from './scanner.ts';
import { getElement, setText } from './view/dom.ts';

// zod's default compiles parsers from text, which the page's policy forbids.
config({ jitless: true });
startScanner().catch(() => {
  setText(getElement('ready-all', HTMLElement), {
    te: 'ఈ బ్రౌజర్ ఏమీ భద్రపరచలేకపోతోంది; స్కానర్ పనిచేయదు. మామూలు (ప్రైవేట్ కాని) విండోలో తెరవండి.',
    en: 'This browser can keep nothing, so the scanner does not work. Open it in an ordinary window, not a private one.',
  });
});
