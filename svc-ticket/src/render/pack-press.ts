import { createHash } from 'node:crypto';
import type { Log } from '@archaka/service-kit';
import { ConstantBackoff, handleAll, retry } from 'cockatiel';
import type { Page } from 'puppeteer';
import { openPaper } from './paper.ts';
import type { Chromium } from './sandbox.ts';
import { loadTemplate, type Template, type TemplateName } from './template.ts';
import { keepPrinter } from './warm-printer.ts';

/** Dozens of sheets a file. */
const PRINT_MS = 60_000;
const FILES_PER_BROWSER = 40;
/** A file that fails, or whose browser dies over it, is tried again. */
const again = retry(handleAll, { maxAttempts: 2, backoff: new ConstantBackoff(500) });

/** Prints documents of many sheets, whatever happens to its browser. */
export interface PackPress {
  /**
   * A PDF with a sheet for each content.
   * @throws PartDown when no browser starts; another error when it fails again and again.
   */
  print(template: TemplateName, contents: readonly object[]): Promise<Buffer>;
  /** Stands for everything of a template: what was printed with another one looks otherwise. */
  fingerprint(template: TemplateName): Promise<string>;
  close(): Promise<void>;
}

interface PackPressOptions {
  readonly chromium: Chromium;
  /** Where its browsers keep their files. */
  readonly home: string;
  readonly log: Log;
}

/** Paper on which one template after another is laid. */
async function openChangingPaper(page: Page, templateOf: (name: TemplateName) => Promise<Template>) {
  const paper = await openPaper(page);
  let laid: TemplateName | undefined;

  return {
    tidy: paper.tidy,
    close: paper.close,
    async print(name: TemplateName, contents: readonly object[]) {
      if (laid !== name) await paper.lay(await templateOf(name));
      laid = name;
      const pdf = await paper.print(contents);
      await paper.tidy();
      return pdf;
    },
  };
}

/** Starts a browser at once and keeps one warm. */
export function openPackPress(options: PackPressOptions): PackPress {
  const templates = new Map<TemplateName, Promise<Template>>();
  const templateOf = (name: TemplateName): Promise<Template> => {
    const template = templates.get(name) ?? loadTemplate(name);
    templates.set(name, template);
    return template;
  };
  const printer = keepPrinter({
    ...options,
    openSheet: (page) => openChangingPaper(page, templateOf),
    life: FILES_PER_BROWSER,
    printMs: PRINT_MS,
  });

  return {
    print: (name, contents) => again.execute(() => printer.use((paper) => paper.print(name, contents))),
    async fingerprint(name) {
      const { html, script } = await templateOf(name);
      return createHash('sha256').update(html).update(script).digest('hex');
    },
    close: printer.close,
  };
}
