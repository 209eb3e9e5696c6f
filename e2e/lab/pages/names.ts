import { createRuntime, TaskError } from 'tasklens';

/** Names that a careless panel would render, reorder, cut, or look up on a prototype; `?set=` chooses. */
const SETS: Readonly<Record<string, readonly string[]>> = {
  markup: [
    '<img src=x onerror=window.__pwned=1>',
    '__proto__',
    '"><b>bold</b>',
    `${'y'.repeat(10_000)}😀`,
    'javascript:window.__pwned=1',
  ],
  // An override that would show as upload-exe.png, and letters that run from right to left.
  directions: ['upload-\u202Egnp.exe', 'סמל 42'],
  // An emoji at the place where a name might be cut, and one of eight units that is one to the eye.
  emoji: [`${'y'.repeat(47)}\u{1F600}tail`, `${'y'.repeat(395)}👨‍👩‍👧`],
  signs: ['GET /files[0]', 'retry (2)', 'a*b', 'caf\u00E9', 'cafe\u0301', 'plain'],
};

const set = new URLSearchParams(location.search).get('set') ?? 'markup';
const runtime = createRuntime({ name: '<b>difficult</b>' });
for (const [index, name] of (SETS[set] ?? []).entries()) {
  // Those with markup fail with markup, the others end well, so that no error text holds the name again.
  const body = (): string => {
    if (set !== 'markup') return name;
    throw new TaskError('<script>window.__pwned=2</script>', { type: '<i>', retryable: index % 2 === 0 });
  };
  runtime.enqueue(body, { name, id: name === '__proto__' ? name : `name-${index}` });
}
