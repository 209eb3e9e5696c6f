import { createRuntime, TaskError } from 'tasklens';

// Names and messages that a careless panel would render, reorder, cut or look up on a prototype.
const NAMES = [
  '<img src=x onerror="globalThis.hacked=1">',
  '__proto__',
  'upload-\u202Egnp.exe',
  `${'y'.repeat(10_000)}😀`,
  'סמל.png',
];

const runtime = createRuntime({ name: '<b>difficult</b>' });
for (const [index, name] of NAMES.entries()) {
  const body = (): never => {
    throw new TaskError(`<script>hacked=1</script> ${name}`, { type: '<i>', retryable: index % 2 === 0 });
  };
  runtime.enqueue(body, { name, id: index === 1 ? '__proto__' : `name-${index}` });
}
