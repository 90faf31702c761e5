/** Source of a program that announces a page to puppeteer, and runs `onAttach` once puppeteer attaches to it. */
export const createFakeChromium = (onAttach: string): string => `
const { createReadStream, createWriteStream } = require('node:fs');
const answers = createWriteStream(null, { fd: 4 });
const send = (message) => answers.write(JSON.stringify(message) + '\\0');
const targetInfo = { targetId: 't', type: 'tab', title: '', url: 'about:blank', attached: false, browserContextId: 'c' };
createReadStream(null, { fd: 3 }).on('data', (data) => {
  for (const text of String(data).split('\\0').filter(Boolean)) {
    const { id, method } = JSON.parse(text);
    if (method === 'Target.setDiscoverTargets') send({ method: 'Target.targetCreated', params: { targetInfo } });
    send({ id, result: {} });
    if (method === 'Target.setAutoAttach') ${onAttach}
  }
});
`;
