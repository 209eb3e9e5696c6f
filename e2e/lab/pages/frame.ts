import { createRuntime } from 'tasklens';

// The same queue and the same id in each frame: they must never merge.
const runtime = createRuntime({ name: 'uploads' });
runtime.enqueue(() => 'done', { id: '1', name: `task of the ${window.name || 'top'} frame` });
