import { createHash } from 'node:crypto';
import type { Log } from '@archaka/service-kit';
import { ConstantBackoff, handleAll, retry } from 'cockatiel';
import type { Page } from 'puppeteer';
import type { Chromium } from './sandbox.ts';
import { superviseRenderer } from './supervised-renderer.ts';
import { loadTemplate, type Template, type TemplateName } from './template.ts';
import { openTemplatePage } from './template-page.ts';

/** Dozens of sheets a file. */
const PRINT_TIMEOUT_MS = 60_000;
const FILES_PER_BROWSER = 40;
/** A file that fails, or whose browser dies over it, is tried again. */
const retryPolicy = retry(handleAll, { maxAttempts: 2, backoff: new ConstantBackoff(500) });

/** Prints documents of many sheets, whatever happens to its browser. */
export interface PackRenderer {
  /**
   * A PDF with a sheet for each content.
   * @throws PartDown when no browser starts; another error when it fails again and again.
   */
  print(template: TemplateName, contents: readonly object[]): Promise<Buffer>;
  /** Stands for everything of a template: what was printed with another one looks otherwise. */
  fingerprint(template: TemplateName): Promise<string>;
  close(): Promise<void>;
}

interface PackRendererOptions {
  readonly chromium: Chromium;
  /** Where its browsers keep their files. */
  readonly tempDir: string;
  readonly log: Log;
}

/** Paper on which one template after another is laid. */
async function openSwitchingPage(page: Page, getTemplate: (name: TemplateName) => Promise<Template>) {
  const templatePage = await openTemplatePage(page);
  let currentTemplate: TemplateName | undefined;

  return {
    releaseMemory: templatePage.releaseMemory,
    close: templatePage.close,
    async print(name: TemplateName, contents: readonly object[]) {
      if (currentTemplate !== name) await templatePage.setTemplate(await getTemplate(name));
      currentTemplate = name;
      const pdf = await templatePage.print(contents);
      await templatePage.releaseMemory();
      return pdf;
    },
  };
}

/** Starts a browser at once and keeps one warm. */
export function startPackRenderer(options: PackRendererOptions): PackRenderer {
  const templates = new Map<TemplateName, Promise<Template>>();
  const getTemplate = (name: TemplateName): Promise<Template> => {
    const template = templates.get(name) ?? loadTemplate(name);
    templates.set(name, template);
    return template;
  };
  const renderer = superviseRenderer({
    ...options,
    openPage: (page) => openSwitchingPage(page, getTemplate),
    maxFiles: FILES_PER_BROWSER,
    printTimeoutMs: PRINT_TIMEOUT_MS,
  });

  return {
    print: (name, contents) =>
      retryPolicy.execute(() => renderer.use((templatePage) => templatePage.print(name, contents))),
    async fingerprint(name) {
      const { html, script } = await getTemplate(name);
      return createHash('sha256').update(html).update(script).digest('hex');
    },
    close: renderer.close,
  };
}
